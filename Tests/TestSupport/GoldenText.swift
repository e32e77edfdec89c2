// Part of the module that tests WebAssembly, too, where there are no files.
#if canImport(Foundation)
  import Foundation

  /// Golden files of text, which are compared line by line.
  public enum GoldenText {
    /// The number of differences that are described.
    private static let limit = 10

    /// Compares lines with a golden file, or writes the file if `RECORD_GOLDEN` is set.
    ///
    /// - Parameters:
    ///   - lines: The lines as they are now, without line ends.
    ///   - fixture: The path of the golden file in Tests/Fixtures.
    /// - Returns: Descriptions of the first ten lines that differ; that the file is missing, if it is; empty if
    ///   all lines are the same, or were written.
    /// - Throws: What reading or writing a file throws.
    public static func differences(_ lines: [String], from fixture: String) throws -> [String] {
      let file = Repository.fixture(fixture)
      if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try lines.map { $0 + "\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
        return []
      }
      guard FileManager.default.fileExists(atPath: file.path) else {
        return ["Tests/Fixtures/\(fixture) is missing: write it with RECORD_GOLDEN=1"]
      }
      var golden = try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
      // After the last line's end.
      if golden.last?.isEmpty == true { golden.removeLast() }
      return differences(lines, from: golden)
    }

    private static func differences(_ lines: [String], from golden: [String]) -> [String] {
      var found: [String] = []
      for index in 0..<max(lines.count, golden.count) {
        let line = index < lines.count ? lines[index] : nil
        let expected = index < golden.count ? golden[index] : nil
        guard line != expected else { continue }
        found.append("line \(index + 1): \(line ?? "nothing"), before: \(expected ?? "nothing")")
        if found.count == limit { break }
      }
      return found
    }
  }

  /// A digest of what is drawn: FNV-1a of 64 bits.
  ///
  /// Nothing separates the values that are added: add the number of those whose number can differ.
  public struct GoldenDigest {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Starts without values.
    public init() {}

    /// Adds bytes as they are.
    ///
    /// - Parameter bytes: The bytes; their number is not added.
    public mutating func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// Adds a coordinate or a size in pixels, rounded to 1/16.
    ///
    /// - Parameter number: The number; all NaN are the same, and what exceeds the integers is clamped.
    public mutating func add(_ number: Float) {
      // Far from all coordinates.
      guard !number.isNaN else { return add(0x7ff1_2345) }
      let sixteenths = (Double(number) * 16).rounded()
      add(Int(exactly: sixteenths) ?? (sixteenths < 0 ? .min : .max))
    }

    /// Adds a number as its eight bytes, the lowest first.
    ///
    /// - Parameter number: The number.
    public mutating func add(_ number: Int) {
      let bits = UInt64(bitPattern: Int64(number))
      add((0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) })
    }

    /// The digest in 16 hexadecimal digits.
    public var text: String {
      let digits = String(state, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }
#endif
