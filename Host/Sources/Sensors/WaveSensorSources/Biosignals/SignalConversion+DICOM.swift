import WaveBiosignals
import WaveUnits

extension SignalConversion {
  /// The range of digital values, excluding the value that marks a missing sample.
  private static let limits: ClosedRange<Int32> = -32_767...32_767
  /// The maximum size of a file's samples in bytes, chosen so that this library can read the file again.
  private static let sampleBytes: Int64 = 200 << 20

  /// Writes one file, or several if a single file would be too large.
  mutating func writeDICOM(_ set: [Int], _ base: String, _ ending: String, isFirst: Bool) throws(Failure) {
    let voltages = ["V", "mV", "uV", "nV", "µV", "μV"]
    var channels: [(group: Int, members: [Int])] = []
    for group in set {
      let described = source.groups[group].channels
      let members = described.indices.filter { voltages.contains(described[$0].unit) }
      let others = described.indices.filter { !members.contains($0) }.map { described[$0].label }
      if !others.isEmpty {
        note("left out, since the unit is not a voltage: \(others.joined(separator: ", "))")
      }
      if !members.isEmpty { channels.append((group, members)) }
    }
    guard !channels.isEmpty else { throw .refused(.noVoltage(path: source.path)) }
    let scales = try channels.map { (group, members) throws(Failure) in try self.scales(group, members) }
    let bytes = channels.reduce(Int64(0)) {
      $0 + source.groups[$1.group].sampleCount * Int64($1.members.count) * 2
    }
    let files = (bytes + Self.sampleBytes - 1) / Self.sampleBytes
    let notes = annotations(set, isFirst: isFirst)
    let study = UInt128.random(in: 0 ... .max)
    for file in 0..<files {
      // Each file covers the same fraction of every group's duration.
      let ranges = channels.map { channel in
        let count = source.groups[channel.group].sampleCount
        return (count * file / files)..<(count * (file + 1) / files)
      }
      let path = files > 1 ? "\(base)-part\(file + 1)\(ending)" : base + ending
      try writeDICOM(path, channels, scales, ranges, notes, study: study)
    }
    if files > 1 { note("split into \(files) files of less than 256 MiB") }
  }

  private mutating func writeDICOM(
    _ path: String, _ channels: [(group: Int, members: [Int])], _ scales: [[DigitalScale]],
    _ ranges: [Range<Int64>], _ notes: [SignalAnnotation], study: UInt128
  ) throws(Failure) {
    let groups = channels.indices.map { number in
      let described = source.groups[channels[number].group]
      return DICOMWriter.Group(
        label: Array(described.label.utf8), rateHertz: described.rateHertz, sampleCount: ranges[number].count,
        channels: zip(channels[number].members, scales[number]).map { member, scale in
          let channel = described.channels[member]
          let unit = channel.unit == "µV" || channel.unit == "μV" ? "uV" : channel.unit
          return DICOMWriter.Channel(label: Array(channel.label.utf8), units: Array(unit.utf8), scale: scale)
        })
    }
    let storage = try accepting(path, DICOMWriter.storage(for: groups))
    say(storage, groups)
    let first = source.groups[channels[0].group]
    let start = startMicroseconds(channels[0].group)
    if start == nil { note("the start is not known: 1 January 1970 is used") }
    let passed = (Double(ranges[0].lowerBound) / first.rateHertz * 1e6).rounded()
    let writer = DICOMWriter(
      storage: storage, groups: groups, notes: placed(notes, channels, ranges),
      startMicroseconds: (start ?? 0).saturatingAdding(Int64(saturating: passed)),
      identifiers: (study, .random(in: 0 ... .max), .random(in: 0 ... .max)))
    let part = try begin(path)
    try append(writer.head(), to: part)
    for (number, channel) in channels.enumerated() {
      try append(writer.groupHead(number), to: part)
      for range in parts(of: ranges[number], channel.group) {
        let values = try values(channel.group, from: range.lowerBound, count: range.count)
        let samples = zip(channel.members, scales[number]).map { member, scale in
          values[member].map { scale.digital($0) ?? DICOMWriter.missing }
        }
        try append(writer.samples(samples), to: part)
      }
      try append(writer.groupTail(), to: part)
    }
    try append(writer.tail(), to: part)
  }

  /// Adds notes about the type of DICOM object, if it is not a 12-lead ECG, and about unrecognized leads.
  private mutating func say(_ storage: DICOMWriter.Storage, _ groups: [DICOMWriter.Group]) {
    let longest = groups.map { $0.sampleCount }.max() ?? 0
    let unknown = groups.flatMap { $0.channels }.filter { ECGLead(label: $0.label) == nil }
    if !unknown.isEmpty {
      let labels = unknown.map { String(decoding: $0.label, as: UTF8.self) }
      note("labels that are not of leads, written as unspecified leads: \(labels.joined(separator: ", "))")
    }
    switch storage {
    case .twelveLead: break
    case .ambulatory: note("written as ambulatory ECG")
    case .general where longest > DICOMWriter.twelveLeadSampleLimit:
      note(
        """
        written as general ECG: a 12-lead ECG has at most \(DICOMWriter.twelveLeadSampleLimit) samples of a \
        channel, this one has \(longest)
        """
      )
    case .general: note("written as general ECG: there are not only the twelve leads")
    }
  }

  /// Returns the annotations within the given sample ranges, with their times converted to sample numbers.
  private func placed(
    _ notes: [SignalAnnotation], _ channels: [(group: Int, members: [Int])], _ ranges: [Range<Int64>]
  ) -> [DICOMWriter.Note] {
    notes.compactMap { note in
      let number = note.channel.flatMap { place in channels.firstIndex { $0.group == place.group } } ?? 0
      let rate = source.groups[channels[number].group].rateHertz
      let times = [note.seconds] + (note.durationSeconds.map { [note.seconds + $0] } ?? [])
      let samples = times.map { ($0 * rate).rounded() }
      guard let first = samples.first, first >= 0, first < 9e15,
        ranges[number].contains(Int64(saturating: first))
      else { return nil }
      let last = ranges[number].upperBound - 1
      return DICOMWriter.Note(
        group: number,
        samples: samples.map {
          min(last, Int64(saturating: max(first, min(9e15, $0)))) - ranges[number].lowerBound
        },
        text: Array(note.text.utf8))
    }
  }

  private mutating func scales(_ group: Int, _ members: [Int]) throws(Failure) -> [DigitalScale] {
    let described = source.groups[group].channels
    let surveys = try survey(group)
    var scales: [DigitalScale] = []
    for member in members {
      let (channel, survey) = (described[member], surveys[member])
      if let exact = survey.exact(within: Self.limits) {
        scales.append(exact)
        continue
      }
      guard let fitted = survey.fitted(within: Self.limits) else {
        throw .refused(.noRange(channel: channel.label, path: source.path))
      }
      note("\(channel.label): rounded to steps of \(fitted.step) \(channel.unit)")
      scales.append(fitted)
    }
    return scales
  }
}
