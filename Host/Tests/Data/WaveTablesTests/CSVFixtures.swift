import Foundation
import TestSupport

/// What Python reads of texts with columns: Tests/Fixtures/tables/csv.json, by the script beside it.
struct CSVFixtures: Decodable {
  struct Text: Decodable {
    var text: String
    var separator: String
    var quote: String
    /// The line of each row, and its cells.
    var rows: [Row]
  }

  struct Row: Decodable, Equatable {
    var line: Int
    var cells: [String]

    init(line: Int, cells: [String]) {
      self.line = line
      self.cells = cells
    }

    /// Whether it has a cell for each column; empty cells behind them count for nothing.
    func fits(_ width: Int) -> Bool {
      cells.count >= width && cells[width...].allSatisfy(\.isEmpty)
    }

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      line = try list.decode(Int.self)
      cells = try list.decode([String].self)
    }
  }

  struct Column: Decodable, CustomStringConvertible {
    var kind: String
    var order: String?
    var decimalComma: Bool?
    var cells: [String]
    var values: [Int64?]
    var description: String { "\(kind) \(order ?? "") \(cells[0])" }
  }

  var texts: [Text]
  var columns: [Column]

  static func load() throws -> CSVFixtures {
    let url = Repository.fixture("tables/csv.json")
    return try JSONDecoder().decode(CSVFixtures.self, from: Data(contentsOf: url))
  }
}
