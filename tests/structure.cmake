roofplan_test(structure/include_rules_test.cpp LABEL structure)
