import WaveStorage
import WaveStore
import WaveStreams
import WaveSystem
import WaveUnits

/// A reader for the samples of a store recorded by Waveglass.
struct StoreRecording: SignalStore {
  private let file: StoreFile
  private let firsts: [UInt64]
  private let channelCounts: [Int]

  static func open(_ path: String) throws(SensorSourceError) -> SignalContents {
    let file = try SensorSourceError.converting(SensorSourceError.store, StoreFile(path: path))
    let notes = try SensorSourceError.converting(SensorSourceError.store, file.notes())
    let groups = file.groups
    let ranges = groups.indices.map { file.sequences(group: $0) }
    let times = StoreTimetable(groups, ranges, notes)
    let described = groups.indices.map { number in
      let group = groups[number]
      return SignalGroup(
        label: String(signalText: group.name), rateHertz: times.rates[number],
        sampleCount: Int64(clamping: ranges[number].upperBound - ranges[number].lowerBound),
        startSeconds: times.startSeconds[number],
        channels: group.channels.map {
          SignalChannel(label: String(signalText: $0.label), unit: String(signalText: $0.unit), scale: nil)
        },
        firstSequence: ranges[number].lowerBound, times: times.courses[number])
    }
    let byteCount = FileStamp(path: path)?.byteCount ?? Int(clamping: file.wholeByteCount)
    return SignalContents(
      kind: .store, byteCount: byteCount, groups: described,
      startMicroseconds: times.startMicroseconds,
      annotations: annotations(notes, described, ranges),
      remarks: remarks(file, groups, times), warnings: warnings(file, byteCount), look: look(notes),
      store: StoreRecording(
        file: file, firsts: ranges.map(\.lowerBound), channelCounts: groups.map(\.channels.count)))
  }

  func read(group: Int, from: Int64, count: Int) throws(SensorSourceError) -> [[Double]] {
    let channelCount = channelCounts[group]
    let piece = max(1, (1 << 18) / channelCount)
    var values = [[Double]](repeating: [], count: channelCount)
    for channel in values.indices { values[channel].reserveCapacity(count) }
    for done in stride(from: 0, to: count, by: piece) {
      let next = min(piece, count - done)
      let first = firsts[group] + UInt64(from) + UInt64(done)
      let samples = try SensorSourceError.converting(
        SensorSourceError.store,
        file.samples(group: group, sequences: first..<(first + UInt64(next)), channels: 0..<channelCount))
      for channel in values.indices { values[channel] += samples[(channel * next)..<((channel + 1) * next)] }
    }
    return values
  }

  func stretches(group: Int, sampleCount: Int64) throws(SensorSourceError) -> [Range<Int64>] {
    guard sampleCount > 0, file.missingCount(group: group) > Self.overlookedCount else {
      return sampleCount > 0 ? [0..<sampleCount] : []
    }
    let first = firsts[group]
    var found: [Range<UInt64>] = []
    try find(in: first..<(first + UInt64(sampleCount)), of: group, level: Self.coarsestLevel, &found)
    return found.map { blocks in
      Int64(clamping: max(blocks.lowerBound, first) - first)..<Int64(clamping: blocks.upperBound - first)
    }
  }

  /// The number of missing samples up to which the search for gaps is skipped.
  private static let overlookedCount: UInt64 = 1 << 16
  /// The coarsest search level: blocks of 2^60 samples, each of which contains 64 blocks of the next finer
  /// level, down to 4,096 samples.
  private static let coarsestLevel = 60
  private static let finestLevel = 12

  /// Finds blocks that contain samples.
  private func find(
    in frames: Range<UInt64>, of group: Int, level: Int, _ found: inout [Range<UInt64>]
  ) throws(SensorSourceError) {
    guard let last = frames.last else { return }
    let shift = UInt64(level)
    let blocks = (frames.lowerBound >> shift)..<((last >> shift) + 1)
    let count = channelCounts[group]
    let summaries = try SensorSourceError.converting(
      SensorSourceError.store,
      file.summaries(group: group, level: level, blocks: blocks, channels: 0..<count))
    let valid = blocks.enumerated().filter { place, _ in
      (0..<count).contains { summaries[$0 * blocks.count + place].validCount > 0 }
    }
    for (_, block) in valid {
      let own = (block << shift)..<((block + 1) << shift)
      if level > Self.finestLevel {
        try find(in: own.clamped(to: frames), of: group, level: level - 6, &found)
      } else {
        found.join(own)
      }
    }
  }

  /// Returns the latest version of each annotation, omitting deleted annotations.
  private static func annotations(
    _ notes: [StoreNote], _ groups: [SignalGroup], _ ranges: [Range<UInt64>]
  ) -> [SignalAnnotation] {
    var newest: [UInt32: StoreAnnotation] = [:]
    for case .annotation(let note) in notes { newest[note.identifier] = note.isRemoved ? nil : note }
    return newest.values.sorted { ($0.sequence, $0.identifier) < ($1.sequence, $1.identifier) }.compactMap {
      note in
      guard groups.indices.contains(note.group), note.sequence >= ranges[note.group].lowerBound else {
        return nil
      }
      let group = groups[note.group]
      let sample = Int64(clamping: note.sequence - group.firstSequence)
      let start = group.seconds(of: sample)
      let end = group.seconds(of: sample.saturatingAdding(Int64(clamping: note.count)))
      return SignalAnnotation(
        seconds: start, durationSeconds: note.count > 0 ? max(0, end - start) : nil,
        text: String(signalText: note.label)
          + (note.comment.isEmpty ? "" : ": \(String(signalText: note.comment))"),
        channel: .init(group: note.group, channel: note.channel))
    }
  }

  private static func look(_ notes: [StoreNote]) -> RecordedLook? {
    var look = RecordedLook(view: nil, filters: [])
    for note in notes {
      if case .view(let view) = note { look.view = view }
      if case .filters(let filters) = note {
        look.filters.removeAll { $0.group == filters.group && $0.channel == filters.channel }
        look.filters.append(filters)
      }
    }
    return look.view == nil && look.filters.isEmpty ? nil : look
  }

  private static func remarks(_ file: StoreFile, _ groups: [StoreGroup], _ times: StoreTimetable) -> [String]
  {
    var lines: [String] = groups.indices.compactMap { number in
      let missing = file.missingCount(group: number)
      guard missing > 0 else { return nil }
      return
        """
        group \(number): \(missing) samples of each channel are missing, \
        \(file.receivedCount(group: number)) were received
        """
    }
    // This is not an error: crystal oscillators drift, and lines arrive irregularly.
    for (number, seconds) in times.strayedSeconds.enumerated() where seconds > 0 {
      let milliseconds = (seconds * 1e4).rounded() / 10
      lines.append(
        """
        group \(number): times deviate from a steady rate by up to \(milliseconds) ms; other formats do not \
        store these times
        """
      )
    }
    return lines
  }

  private static func warnings(_ file: StoreFile, _ byteCount: Int) -> [String] {
    var lines: [String] = []
    if !file.isClosed {
      let torn = byteCount - Int(clamping: file.wholeByteCount)
      lines.append(
        "it was interrupted, or is still being recorded: the complete part can be read"
          + (torn > 0 ? ", \(torn) bytes at its end cannot" : ""))
    }
    if file.damagedCount > 0 {
      lines.append("\(file.damagedCount) records are damaged; their contents are missing")
    }
    return lines
  }
}

/// The times of a store's samples.
struct StoreTimetable {
  /// The sample rate of each group in hertz.
  private(set) var rates: [Double] = []
  /// The time from the start of the recording to each group's first sample, in seconds.
  private(set) var startSeconds: [Double] = []
  /// The mapping from sample numbers to microseconds since the start of the recording, for each group.
  private(set) var courses: [StreamTimes] = []
  /// The largest deviation of each group's times from a constant rate; 0 if it is less than one sample.
  private(set) var strayedSeconds: [Double] = []
  /// The start of the recording, in microseconds since 1970.
  private(set) var startMicroseconds: Int64?

  init(_ groups: [StoreGroup], _ ranges: [Range<UInt64>], _ notes: [StoreNote]) {
    var storedTimes = [[StoreTimes]](repeating: [], count: groups.count)
    for case .times(let times) in notes
    where groups.indices.contains(times.group) && times.rateHertz > 0 && times.rateHertz.isFinite {
      storedTimes[times.group].append(times)
    }
    let firsts = groups.indices.compactMap { number -> Double? in
      guard !ranges[number].isEmpty else { return nil }
      return Self.course(storedTimes[number], from: 0).microseconds(of: ranges[number].lowerBound)
    }
    let start = firsts.min()
    startMicroseconds = start.flatMap { Int64(exactly: $0.rounded()) }
    for number in groups.indices {
      let rate = groups[number].rateHertz
      rates.append(rate > 0 ? rate : storedTimes[number].first?.rateHertz ?? 1)
      let course = Self.course(storedTimes[number], from: Double(startMicroseconds ?? 0))
      let first = course.microseconds(of: ranges[number].lowerBound) ?? 0
      startSeconds.append(first / 1e6)
      courses.append(course)
      strayedSeconds.append(Self.strayed(course, ranges[number], rates[number]))
    }
  }

  private static func course(_ storedTimes: [StoreTimes], from start: Double) -> StreamTimes {
    var times = StreamTimes()
    for piece in storedTimes {
      times.add(
        from: piece.sequence, microseconds: Double(piece.microseconds) - start, rateHertz: piece.rateHertz)
    }
    return times
  }

  /// Returns the largest deviation of times from a constant rate, or 0 if it is less than one sample.
  private static func strayed(_ course: StreamTimes, _ range: Range<UInt64>, _ rate: Double) -> Double {
    guard !range.isEmpty, let first = course.microseconds(of: range.lowerBound) else { return 0 }
    let places = course.pieces.map(\.sequence) + [range.upperBound - 1]
    let most = places.filter { range.contains($0) }.reduce(0.0) { most, sequence in
      guard let time = course.microseconds(of: sequence) else { return most }
      let steady = first + Double(sequence - range.lowerBound) * 1e6 / rate
      return max(most, abs(time - steady) / 1e6)
    }
    return most * rate >= 1 ? most : 0
  }
}
