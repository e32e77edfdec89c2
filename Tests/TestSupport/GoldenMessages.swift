// Part of the module that tests WebAssembly, too, where there are no files.
#if canImport(Foundation)
  import Foundation

  /// The committed bytes of one message of each kind, which other clients rely on.
  ///
  /// One file holds the lines of all wire modules, so that other programs need to read only one. The tag of a
  /// message decides which module a line belongs to. The tests of each module compare its lines, and rewrite
  /// them with `RECORD_GOLDEN=1`.
  public enum GoldenMessages {
    /// The wire modules that lines belong to.
    ///
    /// Messages that all instruments share have tags among those of the spectrum.
    public enum Wire: CaseIterable, Sendable {
      case spectrum, sensors, data, coverage

      /// Tags of messages from clients, and of messages from servers.
      var tags: (client: ClosedRange<Int>, server: ClosedRange<Int>) {
        switch self {
        case .spectrum: (1...15, 64...95)
        case .sensors: (16...31, 96...127)
        case .data: (32...47, 128...159)
        case .coverage: (48...63, 160...191)
        }
      }

      func owns(_ tag: Int) -> Bool { tags.client.contains(tag) || tags.server.contains(tag) }
    }

    /// One message.
    public struct Line: Equatable, Sendable {
      /// Its name in the file.
      public var name: String
      /// The message, header included.
      public var bytes: [UInt8]

      /// Names the bytes of a message.
      public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
      }

      /// The kind of message; nil without a header.
      public var tag: Int? { bytes.count < 4 ? nil : Int(bytes[0]) | Int(bytes[1]) << 8 }

      /// The module that the line belongs to; nil for an unknown tag.
      public var wire: Wire? { tag.flatMap { tag in Wire.allCases.first { $0.owns(tag) } } }

      fileprivate var text: String {
        let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return "\(name) \(digits)\n"
      }
    }

    /// A line that is not a name and the bytes of a message.
    public struct MalformedLine: Error {
      /// The line.
      public let text: String
    }

    private static let file = Repository.fixture("wire/messages.hex")
    /// Tests of several modules run in parallel, and each of them replaces a part of the file.
    private static let lock = NSLock()

    /// Reads every line.
    ///
    /// - Returns: The lines in the file's order.
    /// - Throws: `MalformedLine`, and what reading a file throws.
    public static func lines() throws -> [Line] {
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let bytes = bytes(ofDigits: Array(parts[1].utf8)) else {
          throw MalformedLine(text: String(line))
        }
        return Line(name: String(parts[0]), bytes: bytes)
      }
    }

    /// Reads the lines of one module, and first rewrites them if `RECORD_GOLDEN` is set.
    ///
    /// - Parameters:
    ///   - wire: The module.
    ///   - encoded: The messages as the module encodes them now.
    /// - Returns: The committed lines in the file's order.
    /// - Throws: As `lines()`.
    public static func lines(of wire: Wire, recording encoded: [Line]) throws -> [Line] {
      if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
        try lock.withLock {
          let old = try lines()
          let new = Wire.allCases.flatMap { one in one == wire ? encoded : old.filter { $0.wire == one } }
          // A line with an unknown tag is kept, so that a test can report it.
          let text = (new + old.filter { $0.wire == nil }).map(\.text).joined()
          try text.write(to: file, atomically: true, encoding: .utf8)
        }
      }
      return try lines().filter { $0.wire == wire }
    }

    private static func bytes(ofDigits digits: [UInt8]) -> [UInt8]? {
      guard digits.count % 2 == 0 else { return nil }
      var bytes: [UInt8] = []
      for place in stride(from: 0, to: digits.count, by: 2) {
        guard let high = Character(UnicodeScalar(digits[place])).hexDigitValue,
          let low = Character(UnicodeScalar(digits[place + 1])).hexDigitValue
        else { return nil }
        bytes.append(UInt8(high << 4 | low))
      }
      return bytes
    }
  }
#endif
