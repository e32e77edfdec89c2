import WaveBiosignals
import WaveSystem

/// A reader for the samples of an EDF or BDF file.
final class EDFRecording: SignalStore {
  /// The maximum size, in bytes, of records that are read as a whole; of larger records, only the required
  /// parts are read.
  private static let wholeLimit = 1 << 16
  /// The number of bytes read at a time.
  private static let pieceBytes = 1 << 20

  private let file: ReadOnlyFile
  private let header: EDFHeader
  private let timeline: EDFTimeline
  private let members: [[Int]]
  private let places: [Range<Int>]
  /// Whether digital values below a signal's range mark missing samples.
  private let hasMissing: Bool

  init(_ file: ReadOnlyFile, _ header: EDFHeader, _ timeline: EDFTimeline, members: [[Int]]) {
    self.file = file
    self.header = header
    self.timeline = timeline
    self.members = members
    hasMissing = header.marksMissing
    places = header.signals.indices.map { EDFRecord.byteRange(signal: $0, of: header) }
  }

  func read(group: Int, from: Int64, count: Int) throws(SensorSourceError) -> [[Double]] {
    let members = members[group]
    let width = Int64(header.signals[members[0]].samplesPerRecord)
    var values = members.map { _ in [Double](repeating: .nan, count: count) }
    let end = from + Int64(count)
    let isWhole = header.recordBytes <= Self.wholeLimit
    let batch = isWhole ? max(1, Self.pieceBytes / header.recordBytes) : 1
    var piece: [UInt8] = []
    var pieceRecords: Range<Int64> = 0..<0
    var digital: [Int32] = []
    for record in timeline.records(of: group, from: from, to: end) {
      let start = timeline.start(ofRecord: record, group: group)
      let wanted = (max(from, start) - start)..<(min(end, start + width) - start)
      guard !wanted.isEmpty else { continue }
      if isWhole, !pieceRecords.contains(record) {
        let last = min(timeline.recordCount, record + Int64(batch))
        piece = try file.bytes(at: offset(record), count: Int(last - record) * header.recordBytes)
        pieceRecords = record..<last
      }
      for (place, signal) in members.enumerated() {
        let first = places[signal].lowerBound + Int(wanted.lowerBound) * header.sampleBytes
        let byteCount = wanted.count * header.sampleBytes
        if !isWhole { piece = try file.bytes(at: offset(record) + first, count: byteCount) }
        let begin = isWhole ? Int(record - pieceRecords.lowerBound) * header.recordBytes + first : 0
        // The file may have been truncated since it was opened.
        let range = min(begin, piece.count)..<min(begin + byteCount, piece.count)
        digital.removeAll(keepingCapacity: true)
        EDFRecord.append(piece.span.extracting(range), sampleBytes: header.sampleBytes, to: &digital)
        let described = header.signals[signal]
        let resolution = described.resolution
        let to = Int(start + wanted.lowerBound - from)
        for (index, sample) in digital.enumerated() where !hasMissing || sample >= described.digitalLow {
          values[place][to + index] =
            (Double(sample) - Double(described.digitalLow)) * resolution + described.physicalLow
        }
      }
    }
    return values
  }

  func stretches(group: Int, sampleCount: Int64) -> [Range<Int64>] { timeline.stretches(ofGroup: group) }

  private func offset(_ record: Int64) -> Int { header.byteCount + Int(record) * header.recordBytes }
}
