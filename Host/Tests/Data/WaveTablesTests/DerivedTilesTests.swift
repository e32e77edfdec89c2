import Testing
import WaveDataFeed
import WaveSeries
import WaveTableFormats
import WaveWire

@testable import WaveTables

/// Columns that are made of a table's own, beside the tiles of these.
@Suite struct DerivedTilesTests {
  private static func column(_ text: String, of table: any ColumnSource) throws -> FormulaColumn {
    FormulaColumn(
      name: text, formula: try ColumnFormula.parse(Array(text.utf8), columns: table.info.operands))
  }

  private static let window = TiledColumnsTests.window(ticks: 64, first: -10, pixels: 200)

  /// Lanes as they must be, whoever drew them.
  private static func same(_ picture: ColumnPicture, _ naive: ColumnPicture) -> Bool {
    picture.drawn == naive.drawn && picture.rowCount == naive.rowCount && picture.isExact
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func picturesAreThoseOfAllRows(_ seed: UInt64) async throws {
    let source = ArrayColumns(TiledColumnsTests.rows(seed))
    let tiled = try await TiledColumnsTests.open(source)
    let made = try tiled.deriving([nil, try Self.column("c0 * c1", of: source)])
    #expect(made.info.columns.map(\.name) == ["c0", "c1", "c2", "", "c0 * c1"])
    let twin = try #require(
      try source.deriving([nil, try Self.column("c0 * c1", of: source)]) as? ArrayColumns)
    let axis = try await made.axis(of: .rows, keeping: [])
    #expect(axis == (try await source.axis(of: .rows, keeping: [])))
    let filters: [[ColumnFilter]] = [
      [], [.values(column: 4, low: -2e5, high: 3e5)],
      [
        .values(column: 0, low: -500, high: 500),
        .ticks(.values(4), from: -100_000, until: 100_000, among: []),
      ],
    ]
    for kept in filters {
      for order in [ColumnOrder.rows, .values(4)] {
        for columns in [[0, 1], [4], [2, 4, 0], [4, 1]] {
          var window = Self.window
          window.order = order
          window.from += axis.from / 64 * 64
          window.until += axis.from / 64 * 64
          // The second time out of tiles.
          for _ in 0..<2 {
            let picture = try await made.picture(of: columns, in: window, keeping: kept)
            #expect(
              Self.same(picture, twin.naive(of: columns, in: window, keeping: kept)), "\(columns) \(order)")
          }
        }
      }
    }
  }

  @Test func tilesOfTheTablesOwnColumnsStayAndThoseOfAFormulaGoWithIt() async throws {
    let source = ArrayColumns(TiledColumnsTests.rows(5))
    let tiled = try await TiledColumnsTests.open(source)
    let axis = try await source.axis(of: .rows, keeping: [])
    let window = TiledColumnsTests.window(
      ticks: 64, first: TileLattice.floor(axis.from, by: 64) + 20, pixels: 200)
    _ = try await tiled.picture(of: [0, 1], in: window, keeping: [])
    let before = source.questions.count
    let sum = try tiled.deriving([try Self.column("c0 + 1", of: source)])
    let asked = try #require(sum as? DerivedTiles)
    let first = try await sum.picture(of: [0, 3, 1], in: window, keeping: [])
    _ = try await sum.picture(of: [3], in: window, keeping: [])
    // The formula's own question went to the table with it, once; those before are not asked again.
    #expect(source.questions.count == before)
    #expect(asked.questions == [[3]])
    let product = try tiled.deriving([try Self.column("c0 * 2", of: source)])
    let second = try await product.picture(of: [0, 3, 1], in: window, keeping: [])
    #expect(source.questions.count == before && (product as? DerivedTiles)?.questions == [[3]])
    #expect(first.lanes[0] == second.lanes[0] && first.lanes[1] != second.lanes[1])
    #expect(first.lanes[2] == second.lanes[2])
  }

  @Test func lensesSeeColumnsThatAreMade() async throws {
    let source = ArrayColumns(TiledColumnsTests.rows(7))
    let formula = try Self.column("c0 + c1", of: source)
    let made = try (try await TiledColumnsTests.open(source)).deriving([formula])
    let twin = try source.deriving([formula])
    let axis = try await source.axis(of: .rows, keeping: [])
    let window = TiledColumnsTests.window(
      ticks: 64, first: TileLattice.floor(axis.from, by: 64), pixels: 200)
    for columns in [[0], [3], [1, 3]] {
      let lens = ColumnLens(.mean, threshold: 5)
      let found = try await made.points(
        of: columns, through: lens, in: window, keeping: [], knowing: nil)
      let wanted = try await twin.points(
        of: columns, through: lens, in: window, keeping: [], knowing: nil)
      #expect(found == wanted && found.count == columns.count && !found[0].points.isEmpty)
    }
  }

  @Test func whoMakesNoColumnsSaysSo() async throws {
    let source = ArrayColumns(TiledColumnsTests.rows(6))
    let made = try (try await TiledColumnsTests.open(source)).deriving([])
    #expect(throws: ColumnFailure.absent("Derived columns are not available here.")) {
      _ = try made.deriving([])
    }
  }
}

extension DerivedTiles {
  /// Columns of the pictures that were asked of the table with the columns that are made.
  fileprivate var questions: [[Int]] {
    (all.source as? ArrayColumns)?.questions.map(\.columns) ?? []
  }
}
