/// The size and weight of text.
///
/// The player chooses the font family: the system font, with tabular figures.
public struct TextStyle: Equatable, Sendable {
  /// The em size in device pixels.
  public var size: Float
  /// Whether the weight is semibold rather than regular.
  public var isBold: Bool

  /// Creates a style with a size and weight.
  public init(size: Float, isBold: Bool = false) {
    self.size = size
    self.isBold = isBold
  }
}

/// The horizontal alignment of text relative to its anchor point.
public enum TextAlignment: UInt32, Sendable {
  /// The text starts at the point.
  case leading = 0
  /// The text is centred on the point.
  case center = 1
  /// The text ends at the point.
  case trailing = 2
}

/// The widths of the characters in axis labels, provided by the player at startup so that labels do not
/// overlap.
public struct TextAdvances: Equatable, Sendable {
  /// The number of characters in the table: ASCII from space to tilde, followed by the minus sign, dash,
  /// middle dot, multiplication sign, infinity sign and ellipsis.
  public static let characterCount = 95 + 6

  /// The advance of each character in ems, in regular weight.
  public var regular: [Float]
  /// The advance of each character in ems, in semibold weight.
  public var bold: [Float]

  /// Creates advances in ems, in the order of `characters`.
  ///
  /// If either count is wrong, all characters are equally wide, as in `monospaced`.
  public init(regular: [Float], bold: [Float]) {
    let isComplete = regular.count == Self.characterCount && bold.count == Self.characterCount
    self.regular = isComplete ? regular : [Float](repeating: 0.62, count: Self.characterCount)
    self.bold = isComplete ? bold : [Float](repeating: 0.66, count: Self.characterCount)
  }

  /// Advances that make all characters equally wide, for tests and until the player has measured its font.
  public static var monospaced: TextAdvances { TextAdvances(regular: [], bold: []) }

  /// The measured characters in table order, in UTF-8.
  public static var characters: StaticString {
    " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~−–·×∞…"
  }

  /// Returns the width of UTF-8 text in pixels; characters outside the table are as wide as the digit 0.
  ///
  /// - Complexity: O(n), without allocation.
  public func width(of text: [UInt8], style: TextStyle) -> Float {
    let table = style.isBold ? bold : regular
    let digit = table[0x30 - 0x20]
    var ems: Float = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte >= 0x20, byte < 0x7F {
        ems += table[Int(byte) - 0x20]
        index += 1
        continue
      }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      ems += Self.tableIndex(text, index, length).map { table[$0] } ?? digit
      index += length
    }
    return ems * style.size
  }

  /// Breaks UTF-8 text at spaces into lines that are no wider than `width` pixels.
  ///
  /// A wider word gets a line of its own. Empty text gives one empty line.
  ///
  /// - Complexity: O(n²) for n words, with one allocation per line.
  public func lines(of text: [UInt8], style: TextStyle, width: Float) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    var lineEnd = 0
    for index in 0...text.count {
      if index == text.count || text[index] == 0x20 {
        if lineEnd > 0, self.width(of: line, style: style) > width {
          lines.append(Array(line[..<lineEnd]))
          line = Array(line[(lineEnd + 1)...])
        }
        lineEnd = line.count
      }
      if index < text.count { line.append(text[index]) }
    }
    lines.append(line)
    return lines
  }

  private static func tableIndex(_ text: [UInt8], _ index: Int, _ length: Int) -> Int? {
    if length == 2, index + 1 < text.count {
      return switch (text[index], text[index + 1]) {
      case (0xC2, 0xB7): 97
      case (0xC3, 0x97): 98
      default: nil
      }
    }
    guard length == 3, index + 2 < text.count, text[index] == 0xE2 else { return nil }
    return switch (text[index + 1], text[index + 2]) {
    case (0x88, 0x92): 95
    case (0x80, 0x93): 96
    case (0x88, 0x9E): 99
    case (0x80, 0xA6): 100
    default: nil
    }
  }
}
