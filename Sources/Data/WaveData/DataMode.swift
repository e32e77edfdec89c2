/// What is seen of a table.
enum DataMode {
  /// Its columns, each in a lane.
  case lanes
  /// Its rows, as text.
  case rows
  /// Two columns over one another.
  case scatter
}
