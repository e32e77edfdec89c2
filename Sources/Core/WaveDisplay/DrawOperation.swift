/// Codes of the operations in a draw list.
///
/// Each word list is `code | wordCount << 8`, then that many words.
///
/// Documentation/drawlist.md has the table; a player skips a code that it does not know.
public enum DrawOperation {
  /// width, height, damage x, y, width, height (Float): first word list of a frame.
  public static let frame: UInt32 = 1
  /// id, bounds x, y, width, height: the marks that follow replace those of this layer.
  public static let layer: UInt32 = 2
  /// id, columns, rows: a ring of 16-bit rows, empty.
  public static let fieldCreate: UInt32 = 3
  /// id, row, column count, then values two to a word.
  public static let fieldRow: UInt32 = 4
  /// id, colour map, low, high in the unit of the values: applies to every row, old ones too.
  public static let fieldColors: UInt32 = 5
  /// id, columns, height: a ring of columns of pixels, empty.
  public static let stripCreate: UInt32 = 6
  /// id, first column, column count: empties them.
  public static let stripClear: UInt32 = 7
  /// id, colour, first column, column count, then a word for each: top and bottom in eighths of a pixel.
  public static let stripSpans: UInt32 = 8

  /// x, y, width, height, corner radius, colour.
  public static let rectangle: UInt32 = 16
  /// x, y, width, height, colour at the top, colour at the bottom.
  public static let gradient: UInt32 = 17
  /// line width, colour, point count, then x and y of each; a NaN lifts the pen.
  public static let polyline: UInt32 = 18
  /// base y, top y of the gradient, colour at the top, colour at the base, point count, x and y of each:
  /// filled to the base.
  public static let area: UInt32 = 19
  /// x, y of the baseline, size, flags (alignment | bold << 8), colour, byte count, then UTF-8 four to a
  /// word.
  public static let text: UInt32 = 20
  /// field id, revision, first row, row count, source x, source width, x, y, width, height: rows of the ring,
  /// scaled.
  public static let field: UInt32 = 21
  /// x, y, width, height: clips the marks after it in this layer.
  public static let clip: UInt32 = 22
  /// strip id, revision, first column, column count, x, y: columns of the ring, a pixel each.
  public static let strip: UInt32 = 23
  /// 1 or 0: fields after it in this layer are blended between their values, or every pixel has the colour of
  /// one.
  public static let smoothing: UInt32 = 24
  /// Slot, revision, opacity, x, y, width, height: a picture that the player was told to load, scaled into a
  /// rectangle; nothing while it is not there.
  public static let picture: UInt32 = 25
}
