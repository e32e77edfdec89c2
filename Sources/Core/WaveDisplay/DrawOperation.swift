/// Codes of the operations in a draw list.
///
/// Each operation is a word `code | wordCount << 8`, then `wordCount` words. Documentation/drawlist.md lists
/// them. A player skips unknown codes.
public enum DrawOperation {
  /// Width, height, damage x, y, width, height (Float): the first operation of a frame.
  public static let frame: UInt32 = 1
  /// Id, bounds x, y, width, height: the marks that follow replace those of this layer.
  public static let layer: UInt32 = 2
  /// Id, columns, rows: creates an empty ring of 16-bit rows.
  public static let fieldCreate: UInt32 = 3
  /// Id, row, column count, then the values, two to a word.
  public static let fieldRow: UInt32 = 4
  /// Id, colour map, low, high in the unit of the values: applies to all rows, including existing ones.
  public static let fieldColors: UInt32 = 5
  /// Id, columns, height: creates an empty ring of pixel columns.
  public static let stripCreate: UInt32 = 6
  /// Id, first column, column count: clears the columns.
  public static let stripClear: UInt32 = 7
  /// Id, colour, first column, column count, then a word for each column: top and bottom in eighths of a
  /// pixel.
  public static let stripSpans: UInt32 = 8

  /// X, y, width, height, corner radius, colour.
  public static let rectangle: UInt32 = 16
  /// X, y, width, height, colour at the top, colour at the bottom.
  public static let gradient: UInt32 = 17
  /// Line width, colour, point count, then x and y of each point; a NaN breaks the line.
  public static let polyline: UInt32 = 18
  /// Base y, top y of the gradient, colour at the top, colour at the base, point count, then x and y of each
  /// point.
  ///
  /// The area is filled down to the base.
  public static let area: UInt32 = 19
  /// X, y of the baseline, size, flags (alignment | bold << 8), colour, byte count, then UTF-8.
  ///
  /// Each word contains four bytes of the UTF-8.
  public static let text: UInt32 = 20
  /// Field id, revision, first row, row count, source x, source width, x, y, width, height: draws rows of the
  /// ring, scaled into a rectangle.
  public static let field: UInt32 = 21
  /// X, y, width, height: clips the marks that follow in this layer.
  public static let clip: UInt32 = 22
  /// Strip id, revision, first column, column count, x, y: draws columns of the ring, each one pixel wide.
  public static let strip: UInt32 = 23
  /// 1 or 0: whether the fields that follow in this layer are interpolated between their values.
  ///
  /// Without interpolation, each pixel shows the colour of a single value.
  public static let smoothing: UInt32 = 24
  /// Slot, revision, opacity, x, y, width, height: draws an image that the player was asked to load, scaled
  /// into a rectangle.
  ///
  /// Nothing is drawn until the image is loaded.
  public static let picture: UInt32 = 25
}
