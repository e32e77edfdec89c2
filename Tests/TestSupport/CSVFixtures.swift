// Part of the module that tests WebAssembly, too, where there are no files.
#if canImport(Foundation)
  import Foundation

  /// What Python reads of texts with columns: Tests/Fixtures/tables/csv.json, by the script beside it.
  public struct CSVFixtures: Decodable, Sendable {
    /// A text, and what Python's csv module reads of it.
    public struct Text: Decodable, Sendable {
      /// The text.
      public var text: String
      /// What separates its cells.
      public var separator: String
      /// What encloses its cells.
      public var quote: String
      /// The line of each row, and its cells.
      public var rows: [Row]
    }

    /// A row of a text.
    public struct Row: Decodable, Equatable, Sendable {
      /// The line that it begins on, from 1.
      public var line: Int
      /// Its cells.
      public var cells: [String]

      /// Describes a row.
      public init(line: Int, cells: [String]) {
        self.line = line
        self.cells = cells
      }

      /// Whether it has a cell for each column; empty cells behind them count for nothing.
      public func fits(_ width: Int) -> Bool {
        cells.count >= width && cells[width...].allSatisfy(\.isEmpty)
      }

      /// Reads the line and the cells of an array of both.
      public init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        line = try list.decode(Int.self)
        cells = try list.decode([String].self)
      }
    }

    /// A column, and the values that its cells have.
    public struct Column: Decodable, Sendable, CustomStringConvertible {
      /// What it becomes, or the unit of its times.
      public var kind: String
      /// Which number of its dates comes first.
      public var order: String?
      /// Whether its numbers have decimal commas.
      public var decimalComma: Bool?
      /// Its cells.
      public var cells: [String]
      /// Their values; of real numbers the bits.
      public var values: [Int64?]
      /// What tests call it.
      public var description: String { "\(kind) \(order ?? "") \(cells[0])" }
    }

    /// The texts.
    public var texts: [Text]
    /// The columns.
    public var columns: [Column]

    /// Reads the fixtures.
    public static func load() throws -> CSVFixtures {
      let url = Repository.fixture("tables/csv.json")
      return try JSONDecoder().decode(CSVFixtures.self, from: Data(contentsOf: url))
    }
  }
#endif
