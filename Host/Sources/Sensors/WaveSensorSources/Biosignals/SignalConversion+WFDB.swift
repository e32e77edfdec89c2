import WaveBiosignals
import WaveSystem
import WaveUnits

extension SignalConversion {
  /// The formats, smallest first, with their ranges of digital values, excluding the value that marks a
  /// missing sample.
  private static let formats: [(WFDBFormat, ClosedRange<Int32>)] = [
    (.word16, -32_767...32_767), (.word24, -8_388_607...8_388_607), (.word32, -2_147_483_647...2_147_483_647),
  ]

  /// Writes a header and a signal file, and an annotation file if there are annotations.
  mutating func writeWFDB(_ set: [Int], _ base: String, isFirst: Bool) throws(Failure) {
    let name = try recordName(base)
    let groups = set.map { source.groups[$0] }
    guard let (frameRate, widths) = Self.frames(groups.map { $0.rateHertz }) else {
      throw .refused(.noCommonFrame(rates: groups.map { $0.rateHertz }, path: source.path))
    }
    let surveys = try set.map { (group) throws(Failure) in try survey(group) }
    let all = surveys.flatMap { $0 }
    // Use the smallest format that stores all values exactly; values that no format stores exactly are
    // rounded to 16 bits.
    let (format, limits) =
      Self.formats.first { _, limits in
        all.allSatisfy { $0.exact(within: limits) != nil || $0.exact(within: Self.formats[2].1) == nil }
      } ?? Self.formats[0]
    let scales = try zip(groups, surveys).map { (group, surveys) throws(Failure) in
      try zip(group.channels, surveys).map { (channel, survey) throws(Failure) in
        try scale(channel, survey, limits)
      }
    }
    let signals = groups.indices.flatMap { number in
      zip(groups[number].channels, scales[number]).map { channel, scale in
        WFDBWriter.Signal(
          label: Array(channel.label.utf8), units: Array(channel.unit.utf8), scale: scale,
          samplesPerFrame: widths[number])
      }
    }
    var writer = try accepting(
      base,
      WFDBWriter(
        name: Array(name.utf8), signals: signals, format: format, frameRateHertz: frameRate,
        startMicroseconds: startMicroseconds(set[0])))
    let header = try begin(base + ".hea")
    let part = try begin(base + ".dat")
    let frames = zip(groups, widths).map { ($0.sampleCount + Int64($1) - 1) / Int64($1) }.max() ?? 0
    let most = Int64(max(1, pieceCount(set[0]) / max(1, widths[0])))
    for first in stride(from: 0, to: frames, by: Int(most)) {
      let count = min(most, frames - first)
      var samples: [[Int32]] = []
      for (number, group) in set.enumerated() {
        let width = Int64(widths[number])
        let values = try values(group, from: first * width, count: Int(count * width))
        samples += zip(values, scales[number]).map { own, scale in
          own.map { scale.digital($0) ?? writer.missing }
        }
      }
      try append(writer.append(samples), to: part)
    }
    try append(writer.header(fileName: Array((name + ".dat").utf8), comments: comments), to: header)
    try writeAnnotations(annotations(set, isFirst: isFirst), set, frameRate, base)
  }

  /// The comments of a header: the remarks of a source that is a record itself.
  var comments: [[UInt8]] { source.kind == .wfdb ? source.remarks.map { Array($0.utf8) } : [] }

  /// Writes the annotations of a record.
  mutating func writeAnnotations(
    _ notes: [SignalAnnotation], _ set: [Int], _ frameRate: Double, _ base: String
  ) throws(Failure) {
    let path = base + ".atr"
    // Annotations left over from an old record would be read as those of the new one.
    if !notes.isEmpty || FileStatus(path: path) != nil {
      let part = try begin(path)
      let made = notes.compactMap { annotation($0, set, frameRate) }
      try append(WFDBAnnotation.write(made), to: part)
      let lostCount = notes.count - made.count
      if lostCount > 0 { note("\(lostCount) annotations are left out: WFDB cannot store their times") }
      let movedCount = notes.filter {
        let place = $0.seconds * frameRate
        return (place - place.rounded()).magnitude > 1e-3
      }.count
      if movedCount > 0 { note("\(movedCount) annotations are moved to the nearest sample") }
      if notes.contains(where: { $0.durationSeconds != nil }) {
        note("durations of annotations are left out: WFDB stores only their times")
      }
    }
  }

  /// Returns the name of the record to be written at a path.
  func recordName(_ base: String) throws(Failure) -> String {
    let name = base.split(separator: "/").last.map(String.init) ?? base
    guard name.utf8.allSatisfy(Self.isNameByte) else { throw .refused(.invalidRecordName(path: base)) }
    return name
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// Returns a frame rate that divides every given rate, and the number of samples per frame at each rate.
  private static func frames(_ rates: [Double]) -> (rate: Double, widths: [Int])? {
    guard let slowest = rates.min(), slowest > 0 else { return nil }
    for parts in 1...1000 {
      let rate = slowest / Double(parts)
      let widths = rates.map { ($0 / rate).rounded() }
      let fits = zip(rates, widths).allSatisfy { abs($1 * rate / $0 - 1) < 1e-9 && $1 <= 4096 }
      if fits { return (rate, widths.map { Int(saturating: $0) }) }
    }
    return nil
  }

  private mutating func scale(
    _ channel: SignalChannel, _ survey: SignalSurvey, _ limits: ClosedRange<Int32>
  ) throws(Failure) -> DigitalScale {
    if let exact = survey.exact(within: limits) {
      let zero = exact.offset / exact.step
      let moved = abs(zero - zero.rounded())
      if moved > 1e-3 {
        note("\(channel.label): values are shifted by \(moved) of a step of \(exact.step) \(channel.unit)")
      }
      return exact
    }
    guard let fitted = survey.fitted(within: Self.formats[0].1) else {
      throw .refused(.noRange(channel: channel.label, path: source.path))
    }
    note("\(channel.label): rounded to steps of \(fitted.step) \(channel.unit)")
    return fitted
  }

  /// Returns a WFDB annotation, either as stored in the source or converted from the annotation's text.
  private func annotation(_ note: SignalAnnotation, _ set: [Int], _ frameRate: Double) -> WFDBAnnotation? {
    let sample = (note.seconds * frameRate).rounded()
    guard sample >= 0, sample < 9e15 else { return nil }
    var made = note.stored ?? WFDBAnnotation(sample: 0, code: 22)
    made.sample = Int64(saturating: sample)
    if let signal = note.channel.flatMap({ signal($0, set) }) { made.channel = signal }
    guard note.stored == nil else { return made }
    let text = Array(note.text.utf8)
    made.text = text
    guard let first = text.first else { return made }
    // If the text of an annotation from another format is a single symbol, it is a WFDB annotation code.
    if text.count == 1, let code = WFDBAnnotation.code(ofSymbol: first) {
      made.code = code
      made.text = []
    }
    return made
  }

  /// Returns the signal number of an annotated channel in the written record; nil if there is no such number,
  /// or it does not fit into a byte.
  private func signal(_ place: SignalAnnotation.Place, _ set: [Int]) -> UInt8? {
    guard let group = set.firstIndex(of: place.group), let channel = place.channel else { return nil }
    let before = set[..<group].reduce(0) { $0 + source.groups[$1].channels.count }
    return UInt8(exactly: before + channel)
  }
}
