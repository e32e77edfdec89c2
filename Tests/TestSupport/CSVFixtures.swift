// Part of the module that tests WebAssembly, too, where there are no files.
#if canImport(Foundation)
  import Foundation

  /// What Python reads of texts with columns: Tests/Fixtures/tables/csv.json, by the script beside it.
  public struct CSVFixtures: Decodable, Sendable {
    public struct Text: Decodable, Sendable {
      public var text: String
      public var separator: String
      public var quote: String
      /// The line of each row, and its cells.
      public var rows: [Row]
    }

    public struct Row: Decodable, Equatable, Sendable {
      public var line: Int
      public var cells: [String]

      public init(line: Int, cells: [String]) {
        self.line = line
        self.cells = cells
      }

      /// Whether it has a cell for each column; empty cells behind them count for nothing.
      public func fits(_ width: Int) -> Bool {
        cells.count >= width && cells[width...].allSatisfy(\.isEmpty)
      }

      public init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        line = try list.decode(Int.self)
        cells = try list.decode([String].self)
      }
    }

    public struct Column: Decodable, Sendable, CustomStringConvertible {
      public var kind: String
      public var order: String?
      public var decimalComma: Bool?
      public var cells: [String]
      public var values: [Int64?]
      public var description: String { "\(kind) \(order ?? "") \(cells[0])" }
    }

    public var texts: [Text]
    public var columns: [Column]

    public static func load() throws -> CSVFixtures {
      let url = Repository.fixture("tables/csv.json")
      return try JSONDecoder().decode(CSVFixtures.self, from: Data(contentsOf: url))
    }
  }
#endif
