/// A way to show a table.
enum DataMode {
  /// The columns, each in a lane.
  case lanes
  /// The rows, as text.
  case rows
  /// The scatter plot of two columns.
  case scatter
}
