/// A table of the scripted engine: its columns, its rows and where they are along x.
struct EngineModel {
  /// Names of its columns; formulas of the sequences have them.
  static let names = ["time", "count", "walk", "sine", "wide", "real", "weather", "integer"]

  /// The columns' types, as an engine names them.
  let types: [String]
  let engine: String
  let sortingKey: String
  let rowCount: Int64
  /// Ticks of the first and the last row.
  let ticks: ClosedRange<Int64>

  /// Makes a table.
  init(seed: UInt64) {
    var draw = Draw(seed: seed)
    let x = draw.pick([
      "DateTime64(6)", "DateTime64(6)", "DateTime64(9, 'UTC')", "Int64", "Int64", "UInt64", "DateTime",
      "Date",
      "Float64", "Nullable(Int64)", "Decimal(18, 4)",
    ])
    types = [
      x, draw.pick(["Int64", "UInt32", "Int8", "Nullable(UInt64)"]), draw.pick(["Float64", "Float32"]),
      "Nullable(Float64)", draw.pick(["UInt64", "Int64", "Nullable(Int64)"]), "Float64",
      draw.pick(["String", "Nullable(String)", "LowCardinality(String)", "Array(String)"]), "Nullable(Int64)",
    ]
    engine = draw.pick(["MergeTree", "MergeTree", "ReplicatedMergeTree", "Distributed", "View", "Memory"])
    sortingKey = draw.pick(["time, count", "time, count", "count", "toDate(time), count", ""])
    rowCount = draw.pick([1, 500, 2001, 2001, 30_000, 900_000, 3_000_000, 1 << 40, 1 << 47, 0])
    ticks = draw.pick([
      0...2500, 0...2500, 0...2500, 7...7, -5...(1 << 31), 0...(1 << 40), -(1 << 61)...(1 << 61),
      .min ... .max,
    ])
  }
}
