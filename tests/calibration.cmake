# Measured rows and what the model says of them.
find_package(nlohmann_json REQUIRED)
foreach(stem fidelity fidelity_plot gpu_names least_squares)
  roofplan_test(unit/calibration/${stem}_test.cpp)
endforeach()
foreach(stem accuracy calibrate collective_rows constants coverage fidelity_report gemm_rows measurement_file
             row_conventions row_model row_reader save_constants score_rows training_rows)
  roofplan_test(unit/calibration/${stem}_test.cpp LIBRARIES nlohmann_json::nlohmann_json)
endforeach()
roofplan_test(published/operators_test.cpp LABEL published LIBRARIES nlohmann_json::nlohmann_json)
