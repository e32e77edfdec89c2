import WaveBiosignals
import WaveSystem

/// A reader for the samples of a WFDB record, which can have several signal files.
struct WFDBRecording: SignalStore {
  let header: WFDBHeader
  let parts: [WFDBPart]
  /// The signals of each group, as indices in the header.
  let members: [[Int]]

  func read(group: Int, from: Int64, count: Int) throws(SensorSourceError) -> [[Double]] {
    let members = members[group]
    let width = Int64(header.signals[members[0]].samplesPerFrame)
    let frames = (from / width)..<((from + Int64(count) + width - 1) / width)
    var values = members.map { _ in [Double](repeating: .nan, count: count) }
    for part in parts {
      // For each signal: its index in the file, and its index in the result.
      let wanted = part.layout.signals.enumerated().compactMap { own, signal in
        members.firstIndex(of: signal).map { (own: own, place: $0) }
      }
      guard !wanted.isEmpty else { continue }
      let late = wanted.map { Int64(header.signals[members[$0.place]].skewFrames) }.max() ?? 0
      try part.read(frames.lowerBound..<(frames.upperBound + late)) { first, samples in
        for (own, place) in wanted {
          let signal = header.signals[members[place]]
          let start = (first - Int64(signal.skewFrames)) * width - from
          let lower = Int(max(0, -start))
          let upper = min(samples[own].count, Int(clamping: Int64(count) - start))
          guard lower < upper else { continue }
          for index in lower..<upper {
            values[place][Int(start) + index] = signal.physical(samples[own][index])
          }
        }
      }
    }
    return values
  }

  func differingChannels() throws(SensorSourceError) -> [String]? {
    guard header.signals.contains(where: { $0.checksum != nil }) else { return nil }
    var differing: [String] = []
    for part in parts {
      var sums = part.layout.signals.map { _ in UInt16(0) }
      try part.read(0..<min(part.frameCount, header.frameCount ?? .max)) { _, samples in
        for index in sums.indices { sums[index] &+= WFDBHeader.Signal.checksum(samples[index]) }
      }
      for (sum, signal) in zip(sums, part.layout.signals) {
        let described = header.signals[signal]
        if let said = described.checksum, said != sum { differing.append(String(signalText: described.name)) }
      }
    }
    return differing
  }
}

/// One signal file of a record.
struct WFDBPart: Sendable {
  private static let pieceBytes = 1 << 20
  /// The number of frames between stored decoder states, for formats that store first differences.
  private static let markFrames: Int64 = 1 << 16

  let file: ReadOnlyFile
  let layout: WFDBSignalFile
  let frameCount: Int64
  /// The decoder state at every multiple of `markFrames`, if the file stores differences.
  private var marks: [WFDBSignalFile] = []

  /// Opens a signal file.
  ///
  /// If the file stores first differences, it is read completely once.
  init(
    _ file: ReadOnlyFile, _ layout: WFDBSignalFile, _ progress: (Double) -> Bool
  ) throws(SensorSourceError) {
    self.file = file
    self.layout = layout
    frameCount = layout.frameCount(fileBytes: Int64(file.byteCount))
    guard layout.format == .difference8 else { return }
    var state = layout
    var first: Int64 = 0
    repeat {
      guard progress(Double(first) / Double(max(1, frameCount))) else { throw .cancelled(path: file.path) }
      marks.append(state)
      let count = min(Self.markFrames, frameCount - first)
      _ = try samples(first..<(first + count), &state)
      first += count
    } while first < frameCount
  }

  /// Reads frames piece by piece, omitting frames beyond the end of the file.
  ///
  /// `receive` is passed the index of each piece's first frame, and a list of samples for each of the file's
  /// signals.
  func read(_ wanted: Range<Int64>, _ receive: (Int64, [[Int32]]) -> Void) throws(SensorSourceError) {
    let wanted = wanted.clamped(to: 0..<frameCount)
    guard !wanted.isEmpty else { return }
    var state = layout
    // Start at the beginning of a byte group, or at a position where the running sum is known.
    var first = wanted.lowerBound / Int64(layout.alignedFrames) * Int64(layout.alignedFrames)
    if !marks.isEmpty {
      let mark = wanted.lowerBound / Self.markFrames
      state = marks[Int(mark)]
      first = mark * Self.markFrames
    }
    let most = max(1, Self.pieceBytes / layout.frameSamples / layout.alignedFrames) * layout.alignedFrames
    while first < wanted.upperBound {
      let end = min(first + Int64(most), wanted.upperBound)
      let samples = try samples(first..<end, &state)
      receive(first, samples)
      guard let read = samples.indices.map({ samples[$0].count / layout.samplesPerFrame[$0] }).first, read > 0
      else { return }
      first += Int64(read)
    }
  }

  /// Reads frames starting at a byte group boundary.
  private func samples(
    _ frames: Range<Int64>, _ state: inout WFDBSignalFile
  ) throws(SensorSourceError) -> [[Int32]] {
    let format = layout.format
    let start = layout.byteOffset + format.byteCount(samples: frames.lowerBound * Int64(layout.frameSamples))
    let byteCount = format.byteCount(samples: Int64(frames.count) * Int64(layout.frameSamples))
    let bytes = try file.bytes(at: Int(clamping: start), count: Int(clamping: byteCount))
    var samples = layout.samplesPerFrame.map { _ in [Int32]() }
    for index in samples.indices {
      samples[index].reserveCapacity(frames.count * layout.samplesPerFrame[index])
    }
    _ = state.read(bytes.span, frames: frames.count, into: &samples)
    return samples
  }
}
