/// Codes of the operations in a draw list.
///
/// Each operation is a word `code | wordCount << 8`, followed by `wordCount` words of operands. The comment
/// of each code lists its operands in order. A player skips unknown codes. Documentation/drawlist.md
/// describes the format.
public enum DrawOperation {
  /// Begins a frame.
  ///
  /// Operands: width, height, then x, y, width and height of the damage, all `Float`.
  public static let frame: UInt32 = 1
  /// Begins a layer and replaces its previous marks.
  ///
  /// Operands: id, then x, y, width and height of the bounds.
  public static let layer: UInt32 = 2
  /// Creates an empty ring of 16-bit rows.
  ///
  /// Operands: id, columns, rows.
  public static let fieldCreate: UInt32 = 3
  /// Replaces a row of a field.
  ///
  /// Operands: id, row, column count, then the values, two to a word.
  public static let fieldRow: UInt32 = 4
  /// Sets the colours of a field, including its existing rows.
  ///
  /// Operands: id, colour map, low, high in the unit of the values.
  public static let fieldColors: UInt32 = 5
  /// Creates an empty ring of pixel columns.
  ///
  /// Operands: id, columns, height.
  public static let stripCreate: UInt32 = 6
  /// Clears columns of a strip.
  ///
  /// Operands: id, first column, column count.
  public static let stripClear: UInt32 = 7
  /// Draws spans over columns of a strip.
  ///
  /// Operands: id, colour, first column, column count, then one word for each column: its top and bottom in
  /// eighths of a pixel.
  public static let stripSpans: UInt32 = 8

  /// Draws a filled rectangle.
  ///
  /// Operands: x, y, width, height, corner radius, colour.
  public static let rectangle: UInt32 = 16
  /// Draws a vertical gradient.
  ///
  /// Operands: x, y, width, height, colour at the top, colour at the bottom.
  public static let gradient: UInt32 = 17
  /// Draws a line, with a gap at each NaN.
  ///
  /// Operands: line width, colour, point count, then x and y of each point.
  public static let polyline: UInt32 = 18
  /// Fills the area between points and a base line.
  ///
  /// Operands: y of the base, y of the gradient's top, colour at the top, colour at the base, point count,
  /// then x and y of each point.
  ///
  /// The colours between the top and the base are interpolated.
  public static let area: UInt32 = 19
  /// Draws text.
  ///
  /// Operands: x, y of the baseline, size, flags (alignment | bold << 8), colour, byte count, then UTF-8.
  ///
  /// Each word contains four bytes of the UTF-8.
  public static let text: UInt32 = 20
  /// Draws rows of a field, scaled into a rectangle.
  ///
  /// Operands: field id, revision, first row, row count, source x, source width, x, y, width, height.
  public static let field: UInt32 = 21
  /// Clips the marks that follow in this layer.
  ///
  /// Operands: x, y, width, height.
  public static let clip: UInt32 = 22
  /// Draws columns of a strip, each one pixel wide.
  ///
  /// Operands: strip id, revision, first column, column count, x, y.
  public static let strip: UInt32 = 23
  /// Sets whether later fields in this layer are interpolated between their values.
  ///
  /// Operand: 1 or 0.
  ///
  /// Without interpolation, each pixel shows the colour of a single value.
  public static let smoothing: UInt32 = 24
  /// Draws an image that the player was asked to load, scaled into a rectangle.
  ///
  /// Operands: slot, revision, opacity, x, y, width, height.
  ///
  /// Nothing is drawn until the image is loaded.
  public static let picture: UInt32 = 25
}
