# Sweeps, maps, planes and curves.
foreach(stem axis axis_text contours passes region_map repricing roofline_plane scaling)
  roofplan_test(unit/sweep/${stem}_test.cpp)
endforeach()
