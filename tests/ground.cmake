roofplan_test(unit/base/diagnostic_test.cpp)
