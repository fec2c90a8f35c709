roofplan_test(unit/result/result_test.cpp)
roofplan_test(unit/result/verdict_test.cpp)
roofplan_test(unit/report/text_columns_test.cpp)
