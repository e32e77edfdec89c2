import Testing
import WaveTableFormats

@testable import WaveClickHouse
@testable import WaveTables

@Suite struct ImportEncodingTests {
  private func column(
    _ kind: TableColumn.Kind, _ unit: TableColumn.TimeUnit? = nil, _ cells: [WholeRows.Row.Cell]
  ) -> ImportColumn {
    var column = ImportColumn(TableColumn(name: "c", kind: kind, timeUnit: unit))
    for cell in cells { column.add(cell) }
    return column
  }

  private func column(_ kind: TableColumn.Kind, _ cells: [WholeRows.Row.Cell]) -> ImportColumn {
    column(kind, nil, cells)
  }

  private func integers(_ values: Int64...) -> [WholeRows.Row.Cell] { values.map { .integer($0) } }

  @Test func typesHoldWhatIsThere() {
    for (column, old, new) in [
      (column(.integer, integers(1)), "Int64", "Int64"),
      (column(.real, [.real(1), .null]), "Nullable(Float64)", "Nullable(Float64)"),
      (column(.text, [.text(0..<3)]), "String", "String"),
      (column(.integer, [.text(0..<3)]), "Nullable(Int64)", "Nullable(Int64)"),
      (column(.time, .seconds, integers(0, 4_294_967_295)), "DateTime('UTC')", "DateTime('UTC')"),
      (column(.time, .seconds, integers(-1)), "Int64", "DateTime64(0, 'UTC')"),
      (column(.time, .milliseconds, integers(1500)), "Int64", "DateTime64(3, 'UTC')"),
      (column(.time, .microseconds, integers(2_000_000)), "DateTime('UTC')", "DateTime64(6, 'UTC')"),
      (column(.time, .nanoseconds, integers(1)), "Int64", "DateTime64(9, 'UTC')"),
      (column(.time, .seconds, integers(-3_000_000_000)), "Int64", "Int64"),
    ] as [(ImportColumn, String, String)] {
      #expect(ImportEncoding.type(for: column, hasParts: false) == old)
      #expect(ImportEncoding.type(for: column, hasParts: true) == new)
      for type in [old, new] {
        #expect((try? ImportEncoding.fit(column, ClickHouseType(type)).get()) != nil, "\(type)")
      }
    }
  }

  @Test func whatWouldLoseSomethingDoesNotFit() {
    for (column, type) in [
      (column(.integer, integers(128)), "Int8"), (column(.integer, integers(-129)), "Int8"),
      (column(.integer, integers(-1)), "UInt64"), (column(.integer, integers(256)), "UInt8"),
      (column(.integer, integers(1 << 53 + 1)), "Float64"),
      (column(.integer, integers(1 << 24 + 1)), "Float32"),
      (column(.integer, [.integer(1), .null]), "Int64"), (column(.real, [.real(0.1)]), "Float32"),
      (column(.real, [.real(1)]), "Int64"), (column(.text, [.text(0..<4)]), "FixedString(3)"),
      (column(.text, [.text(0..<4)]), "Int64"), (column(.time, .milliseconds, integers(1)), "DateTime"),
      (column(.time, .seconds, integers(1)), "Date"), (column(.time, .seconds, integers(-86_400)), "Date"),
      (column(.time, .seconds, integers(65_536 * 86_400)), "Date"),
      (column(.time, .microseconds, integers(1)), "DateTime64(3)"), (column(.integer, integers(1)), "String"),
      (column(.time, .seconds, integers(1 << 33)), "DateTime"),
      (column(.integer, integers(1)), "Array(Int8)"),
    ] as [(ImportColumn, String)] {
      #expect(throws: ImportEncoding.Misfit.self, "\(type)") {
        try ImportEncoding.fit(column, ClickHouseType(type)).get()
      }
    }
  }

  private struct Case {
    let column: ImportColumn
    let type: String
    let cell: WholeRows.Row.Cell
    let expected: TableCell

    init(_ column: ImportColumn, _ type: String, _ cell: WholeRows.Row.Cell, _ expected: TableCell) {
      (self.column, self.type, self.cell, self.expected) = (column, type, cell, expected)
    }
  }

  /// Written as a type has it and read as that type, a value is the same.
  @Test func whatIsWrittenIsReadAsTheSame() throws {
    var row = WholeRows.Row()
    row.texts = Array("häßlich".utf8)
    let text = WholeRows.Row.Cell.text(0..<row.texts.count)
    let day: Int64 = 86_400
    let cases = [
      Case(column(.integer, integers(-128, 127)), "Int8", .integer(-128), .integer(-128)),
      Case(column(.integer, integers(65_535)), "UInt16", .integer(65_535), .integer(65_535)),
      Case(column(.integer, integers(-1)), "Nullable(Int32)", .integer(-1), .integer(-1)),
      Case(column(.integer, integers(.min)), "Int64", .integer(.min), .integer(.min)),
      Case(column(.integer, integers(5)), "Float64", .integer(5), .real(5)),
      Case(column(.real, [.real(0.1)]), "Float64", .real(0.1), .real(0.1)),
      Case(column(.real, [.real(0.5)]), "Nullable(Float32)", .real(0.5), .real(0.5)),
      Case(column(.real, [.null]), "Nullable(Float64)", .null, .null),
      Case(column(.text, [text]), "LowCardinality(Nullable(String))", text, .text("häßlich", byteCount: 9)),
      Case(column(.text, [text]), "FixedString(12)", text, .text("häßlich", byteCount: 9)),
      Case(column(.time, .milliseconds, integers(3000)), "DateTime", .integer(3000), .integer(3)),
      Case(column(.time, .seconds, integers(3 * day)), "Date", .integer(3 * day), .integer(3 * day)),
      Case(column(.time, .milliseconds, integers(-5)), "DateTime64(6)", .integer(-5), .integer(-5000)),
      Case(column(.time, .microseconds, integers(7)), "Int64", .integer(7), .integer(7)),
      Case(column(.integer, [.text(0..<1)]), "Nullable(Int64)", .text(0..<1), .null),
    ]
    for made in cases {
      let type = ClickHouseType(made.type)
      var writer = RowBinaryWriter()
      try ImportEncoding.fit(made.column, type).get().write(made.cell, of: row, to: &writer)
      var reader = RowBinaryReader(writer.bytes)
      #expect(try reader.cell(of: type) == made.expected, "\(type)")
      #expect(reader.isAtEnd)
    }
  }
}
