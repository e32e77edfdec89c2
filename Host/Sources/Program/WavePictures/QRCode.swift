internal import CCairo
internal import CQRencode

/// A QR code (ISO/IEC 18004): text as a square of dark and light modules that a camera reads.
public struct QRCode: Equatable, Sendable {
  /// Light modules around it, which readers need.
  public static let quietModules = 4

  /// Modules along a side, without those around.
  public let side: Int
  private let modules: [Bool]

  /// Encodes text, so that 15 % of it may be unreadable.
  ///
  /// - Parameter text: At most 1024 bytes.
  /// - Throws: `PictureError.drawing` where the text is empty or too long.
  public init(_ text: String) throws(PictureError) {
    let bytes = Array(text.utf8)
    guard (1...1024).contains(bytes.count),
      let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
    else { throw .drawing(reason: "a QR code holds 1 to 1024 bytes") }
    defer { QRcode_free(code) }
    side = Int(code.pointee.width)
    modules = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether a module is dark; those around the code are light.
  public subscript(x: Int, y: Int) -> Bool {
    (0..<side).contains(x) && (0..<side).contains(y) && modules[y * side + x]
  }

  /// The code as lines of text, two rows of modules a line, the quiet zone around it.
  ///
  /// - Parameter isColoured: Whether to say the colours to the terminal, so that it is dark on light whatever
  ///   the terminal's are; else light is drawn, for letters that are light on dark.
  /// - Returns: Lines of one length.
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

  /// Writes the code as a PNG file, the quiet zone around it.
  ///
  /// - Parameters:
  ///   - path: Where; what is there is replaced.
  ///   - modulePixels: Pixels along the side of a module.
  /// - Throws: `PictureError` where it cannot be drawn or written.
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
