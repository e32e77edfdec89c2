// Part of the module that tests WebAssembly, too, where there are no files.
#if canImport(Foundation)
  public import Foundation

  /// The committed files of Tests/Fixtures/formats, which the tests of several modules read.
  public enum FormatFixtures {
    /// The folder.
    public static let folder = Repository.fixture("formats")

    /// The content of a file.
    public static func bytes(_ name: String) throws -> [UInt8] {
      [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    /// Bytes written as pairs of hexadecimal digits.
    public static func hex(_ text: String) -> [UInt8] {
      let digits = text.utf8.map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
      return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
  }
#endif
