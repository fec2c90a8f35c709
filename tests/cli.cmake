# The real program, run as people run it.
foreach(stem help evaluate search sweep bad_input calibrate catalogue own_specs locale fidelity)
  roofplan_test(cli/${stem}_test.cpp LABEL cli)
  add_dependencies(cli_${stem}_test roofplan-cli)
endforeach()
