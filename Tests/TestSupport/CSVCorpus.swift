// Part of the module that tests WebAssembly, too, where there are no files.
#if canImport(Foundation)
  import Foundation

  /// Texts with columns as programs write them, and what they contain: Tests/Fixtures/tables/corpus, by the
  /// script there.
  public struct CSVCorpus: Decodable, Sendable {
    /// The value of a cell.
    public enum Value: Decodable, Equatable, Sendable {
      case missing
      case number(Double)
      case text(String)

      /// Reads a number, a text or null.
      public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .missing
        } else if let number = try? container.decode(Double.self) {
          self = .number(number)
        } else {
          self = .text(try container.decode(String.self))
        }
      }
    }

    /// The names of the columns; nil where any name will do.
    public var names: [String?]
    /// The types of the columns: integer, real, text or time.
    public var kinds: [String]
    /// The rows; times in the unit of their column.
    public var rows: [[Value]]
    /// The number of rows that are rejected.
    public var rejects: Int
    /// Words that one note must contain, for each note.
    public var notes: [[String]]

    /// The folder of the texts.
    public static let folder = Repository.fixture("tables/corpus")

    /// Returns the names of all texts.
    public static func texts() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".csv") }
        .map { String($0.dropLast(4)) }.sorted()
    }

    /// Returns the bytes of a text.
    public static func bytes(_ text: String) throws -> [UInt8] {
      Array(try Data(contentsOf: folder.appending(path: text + ".csv")))
    }

    /// Returns what a text contains.
    public static func truth(_ text: String) throws -> CSVCorpus {
      try JSONDecoder().decode(
        CSVCorpus.self, from: Data(contentsOf: folder.appending(path: text + ".json")))
    }
  }
#endif
