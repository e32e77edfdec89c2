import WaveSeries

@testable import WaveClickHouse

// Answers as bytes, read from their start.

extension BucketQuery {
  func buckets(_ bytes: [UInt8]) throws(ClickHouseError) -> [[ColumnBucket]] {
    var reader = RowBinaryReader(bytes)
    var lanes = emptyLanes
    try read(&reader, into: &lanes)
    return lanes
  }
}

extension TieQuery {
  func settle(_ lanes: inout [[ColumnBucket]], by bytes: [UInt8]) throws(ClickHouseError) {
    var reader = RowBinaryReader(bytes)
    try settle(&lanes, by: &reader)
  }
}

extension LensQuery {
  func buckets(_ bytes: [UInt8]) throws(ClickHouseError) -> [[LensBucket]] {
    var reader = RowBinaryReader(bytes)
    return try buckets(&reader)
  }

  func readExtremes(_ bytes: [UInt8], into lanes: inout [[LensBucket]]) throws(ClickHouseError) {
    var reader = RowBinaryReader(bytes)
    try readExtremes(&reader, into: &lanes)
  }

  func readGaps(_ bytes: [UInt8], into lanes: inout [[LensBucket]]) throws(ClickHouseError) {
    var reader = RowBinaryReader(bytes)
    try readGaps(&reader, into: &lanes)
  }
}

extension RankCell {
  static func cells(
    _ bytes: [UInt8], _ column: RankColumn, areOneValue: Bool
  ) throws(ClickHouseError) -> [RankCell] {
    var reader = RowBinaryReader(bytes)
    return try cells(&reader, column, areOneValue: areOneValue)
  }
}
