import Synchronization
import WaveBiosignals
import WaveSystem

/// A reader for the samples of a WFDB record that consists of segments.
///
/// Samples outside the segments are missing.
struct WFDBSegmentedRecording: SignalStore {
  /// A record in which the samples of one or more segments are stored.
  struct Piece: Sendable {
    var header: WFDBHeader
    var layouts: [WFDBSignalFile]
    /// The number of frames in the files of this record.
    var frameCount: Int64
    /// For each signal of the whole record, its index in this record; nil if this record does not contain the
    /// signal.
    var signals: [Int?]
  }

  /// A range of frames in the whole record, and the piece that stores them.
  struct Segment: Equatable, Sendable {
    /// The index of the first frame in the whole record.
    var first: Int64
    /// The number of frames in the segment.
    var count: Int64
    /// The index, in the list of pieces, of the record that stores the samples.
    var piece: Int
  }

  /// The maximum number of signal files that are open at the same time.
  private static let openLimit = 64

  /// The readers of the most recently read pieces, the newest last.
  final class RecentReaders: Sendable {
    fileprivate let list = Mutex<[(piece: Int, recording: WFDBRecording)]>([])
  }

  let path: String
  let folder: String
  let pieces: [Piece]
  /// The non-empty segments, in order and without overlaps.
  let segments: [Segment]
  /// The signals of each group, as indices in the whole record.
  let members: [[Int]]
  /// The number of samples in a frame, for each group.
  let widths: [Int64]
  let recent = RecentReaders()

  func read(group: Int, from: Int64, count: Int) throws(SensorSourceError) -> [[Double]] {
    var values = members[group].map { _ in [Double](repeating: .nan, count: count) }
    let end = from + Int64(count)
    let width = widths[group]
    var number = segments.indices.partitionPoint { segments[$0].first + segments[$0].count > from / width }
    while number < segments.count, segments[number].first * width < end {
      let segment = segments[number]
      number += 1
      let places = members[group].indices.filter { pieces[segment.piece].signals[members[group][$0]] != nil }
      let start = segment.first * width
      let wanted = (max(from, start) - start)..<min(max(end, start) - start, segment.count * width)
      guard !places.isEmpty, !wanted.isEmpty else { continue }
      let own = try recording(segment.piece).read(
        group: group, from: wanted.lowerBound, count: Int(wanted.upperBound - wanted.lowerBound))
      let to = Int(start + wanted.lowerBound - from)
      for (place, samples) in zip(places, own) {
        for (index, value) in samples.enumerated() { values[place][to + index] = value }
      }
    }
    return values
  }

  func stretches(group: Int, sampleCount: Int64) -> [Range<Int64>] {
    var stretches: [Range<Int64>] = []
    for segment in segments where members[group].contains(where: { pieces[segment.piece].signals[$0] != nil })
    {
      stretches.join((segment.first * widths[group])..<((segment.first + segment.count) * widths[group]))
    }
    return stretches
  }

  func differingChannels() throws(SensorSourceError) -> [String]? {
    var differing: [String]?
    for number in pieces.indices {
      guard let own = try recording(number).differingChannels() else { continue }
      let name = String(signalText: pieces[number].header.name)
      differing = (differing ?? []) + own.map { "\($0) of \(name)" }
    }
    return differing
  }

  /// Returns the reader for a piece, opening its files if necessary.
  private func recording(_ number: Int) throws(SensorSourceError) -> WFDBRecording {
    let found = recent.list.withLock { recent -> WFDBRecording? in
      guard let place = recent.firstIndex(where: { $0.piece == number }) else { return nil }
      let one = recent.remove(at: place)
      recent.append(one)
      return one.recording
    }
    if let found { return found }
    let piece = pieces[number]
    let parts = try piece.layouts.map { (layout) throws(SensorSourceError) in
      try WFDBPart(WFDBRecording.opened(layout, folder, header: path), layout) { _ in true }
    }
    let recording = WFDBRecording(
      header: piece.header, parts: parts, members: members.map { $0.compactMap { piece.signals[$0] } })
    let fileCounts = pieces.map { $0.layouts.count }
    recent.list.withLock { recent in
      if !recent.contains(where: { $0.piece == number }) { recent.append((number, recording)) }
      while recent.count > 1, recent.reduce(0, { $0 + fileCounts[$1.piece] }) > Self.openLimit {
        recent.removeFirst()
      }
    }
    return recording
  }
}
