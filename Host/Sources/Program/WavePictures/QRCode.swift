internal import CCairo
internal import CQRencode

/// A QR code (ISO/IEC 18004): text encoded as a square of dark and light modules.
public struct QRCode: Equatable, Sendable {
  /// The width of the light border that readers require around the code, in modules.
  public static let quietModules = 4

  /// The number of modules along a side, without the border.
  public let side: Int
  private let modules: [Bool]

  /// Creates a code for text; the code remains readable if up to 15 % of it is damaged.
  ///
  /// - Parameter text: The text, at most 1024 bytes.
  /// - Throws: `PictureError.drawing` if the text is empty or too long.
  public init(_ text: String) throws(PictureError) {
    let bytes = Array(text.utf8)
    guard (1...1024).contains(bytes.count),
      let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
    else { throw .drawing(reason: "a QR code holds 1 to 1024 bytes") }
    defer { QRcode_free(code) }
    side = Int(code.pointee.width)
    modules = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether a module is dark; modules outside the code are light.
  public subscript(x: Int, y: Int) -> Bool {
    (0..<side).contains(x) && (0..<side).contains(y) && modules[y * side + x]
  }

  /// Returns the code with its border as lines of text, each of which shows two rows of modules.
  ///
  /// - Parameter isColoured: Whether to include colour codes that make the code dark on light in any
  ///   terminal; otherwise the light modules are drawn, for terminals with light text on a dark background.
  /// - Returns: The lines, all of the same length.
  public func lines(isColoured: Bool) -> [String] {
    let range = -Self.quietModules..<side + Self.quietModules
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
      let line = range.map { x in
        switch (self[x, y] == isColoured, self[x, y + 1] == isColoured) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
      return isColoured ? "\u{1B}[30;107m\(line)\u{1B}[0m" : line
    }
  }

  /// Writes the code with its border as a PNG file.
  ///
  /// - Parameters:
  ///   - path: The path of the file to write; an existing file is replaced.
  ///   - modulePixels: The number of pixels along the side of a module.
  /// - Throws: `PictureError` if the code cannot be drawn or written.
  public func writePNG(path: String, modulePixels: Int = 8) throws(PictureError) {
    let sidePixels = (side + 2 * Self.quietModules) * modulePixels
    let surface = try Surface(width: sidePixels, height: sidePixels)
    for row in 0..<sidePixels {
      _ = surface.withRow(row) { words in
        for column in 0..<sidePixels {
          let isDark = self[column / modulePixels - Self.quietModules, row / modulePixels - Self.quietModules]
          words[column] = isDark ? 0xFF00_0000 : 0xFFFF_FFFF
        }
      }
    }
    try surface.write(path: path)
  }
}
