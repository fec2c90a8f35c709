# The window and its parts, on the offscreen platform.
if(ROOFPLAN_BUILD_UI)
  foreach(stem text log_ticks label_placement roofline_data models document compose pickers answer
               catalogue catalogue_window
               roofline_view main_window)
    roofplan_test(ui/${stem}_test.cpp LABEL ui LIBRARIES Roofplan::Ui)
  endforeach()
endif()
