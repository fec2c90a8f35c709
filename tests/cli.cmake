# The real program, run as people run it.
foreach(stem help evaluate bad_input catalogue own_specs locale)
  roofplan_test(cli/${stem}_test.cpp LABEL cli)
  add_dependencies(cli_${stem}_test roofplan-cli)
endforeach()
