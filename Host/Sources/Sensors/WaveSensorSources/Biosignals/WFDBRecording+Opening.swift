import WaveBiosignals
import WaveSystem

extension WFDBRecording {
  /// The maximum size of an annotation file in bytes.
  private static let annotationBytes = 1 << 25

  /// Opens a record, reading the header, the sizes of the signal files, and the annotations next to them.
  static func open(
    _ file: ReadOnlyFile, _ progress: (Double) -> Bool
  ) throws(SensorSourceError) -> SignalContents {
    let (header, layouts) = try described(file)
    let folder = file.path.lastIndex(of: "/").map { String(file.path[...$0]) } ?? ""
    guard header.segments.isEmpty else {
      return try WFDBSegmentedRecording.open(file, header, folder, progress)
    }
    let parts = try layouts.map { (layout) throws(SensorSourceError) in
      try WFDBPart(opened(layout, folder, header: file.path), layout, progress)
    }
    let members = members(header.signals)
    let there = parts.map { $0.frameCount }.max() ?? 0
    let frameCount = min(header.frameCount ?? there, there)
    var warnings = warnings(header, parts)
    let notes = try notes(header, folder, &warnings)
    let groups = groups(members, of: header.signals, frameCount, header) {
      channel(header.signals[$0], number: $0)
    }
    return SignalContents(
      kind: .wfdb, byteCount: file.byteCount + parts.reduce(0) { $0 + $1.file.byteCount }, groups: groups,
      startMicroseconds: header.startMicroseconds,
      annotations: annotations(notes, header, members), remarks: remarks(header),
      warnings: warnings, store: WFDBRecording(header: header, parts: parts, members: members))
  }

  /// Reads a header and determines the layouts of its signal files.
  static func described(
    _ file: ReadOnlyFile
  ) throws(SensorSourceError) -> (header: WFDBHeader, layouts: [WFDBSignalFile]) {
    let bytes = try file.bytes(at: 0, count: WFDBHeader.byteLimit + 1)
    let header = try file.parsing(WFDBHeader(bytes.span))
    return (header, try file.parsing(WFDBSignalFile.files(of: header)))
  }

  /// Returns the signal numbers grouped by sample rate.
  static func members(_ signals: [WFDBHeader.Signal]) -> [[Int]] {
    signals.indices.grouped { signals[$0].samplesPerFrame == signals[$1].samplesPerFrame }
  }

  /// Returns the description of each group of signals with the same rate.
  static func groups(
    _ members: [[Int]], of signals: [WFDBHeader.Signal], _ frameCount: Int64, _ header: WFDBHeader,
    channel: (Int) -> SignalChannel
  ) -> [SignalGroup] {
    members.map { members in
      let width = signals[members[0]].samplesPerFrame
      return SignalGroup(
        label: "", rateHertz: header.frameRateHertz * Double(width), sampleCount: frameCount * Int64(width),
        startSeconds: 0, channels: members.map(channel))
    }
  }

  static func remarks(_ header: WFDBHeader) -> [String] {
    header.comments.map { String(signalText: $0).drop { $0 == " " } }.filter { !$0.isEmpty }.map(String.init)
  }

  static func opened(
    _ layout: WFDBSignalFile, _ folder: String, header: String
  ) throws(SensorSourceError) -> ReadOnlyFile {
    let name = String(signalText: layout.name)
    guard let file = try ReadOnlyFile.openedIfExists(folder + name) else {
      throw .signalFileMissing(name, header: header)
    }
    return file
  }

  /// Returns the number of bits in a value.
  ///
  /// This is 32 for a format that stores differences, because values are sums of differences.
  static func valueBits(_ format: WFDBFormat) -> Int { format == .difference8 ? 32 : format.sampleBits }

  static func channel(_ signal: WFDBHeader.Signal, number: Int) -> SignalChannel {
    let bits = valueBits(signal.format)
    let high = Int32(truncatingIfNeeded: (Int64(1) << (bits - 1)) - 1)
    let name = String(signalText: signal.name)
    return SignalChannel(
      label: name.isEmpty ? "signal \(number)" : name, unit: String(signalText: signal.units),
      scale: DigitalScale(
        step: 1 / signal.gain, offset: -Double(signal.baseline) / signal.gain, low: -high, high: high))
  }

  private static func warnings(_ header: WFDBHeader, _ parts: [WFDBPart]) -> [String] {
    var warnings: [String] = []
    for part in parts {
      let said = header.frameCount ?? part.frameCount
      let name = String(signalText: part.layout.name)
      if part.frameCount < said { warnings.append("\(name) ends after \(part.frameCount) of \(said) frames") }
    }
    return warnings + self.warnings(header, header.signals)
  }

  /// Returns a list of deviations from the file format in a header and its signal descriptions.
  static func warnings(_ header: WFDBHeader, _ signals: [WFDBHeader.Signal]) -> [String] {
    var warnings: [String] = []
    let bare = signals.filter { !$0.isCalibrated }.count
    if bare > 0 { warnings.append("\(bare) signals are not calibrated: 200 steps per unit are assumed") }
    if !header.startDate.isEmpty || header.startTime.contains(UInt8(ascii: ":")),
      header.startMicroseconds == nil
    {
      warnings.append("the start has no date, or its date or time cannot be read")
    }
    return warnings
  }

  // MARK: - Annotations

  /// Reads the reference annotations from the file next to the header.
  static func notes(
    _ header: WFDBHeader, _ folder: String, _ warnings: inout [String]
  ) throws(SensorSourceError) -> [WFDBAnnotation] {
    let name = String(signalText: header.name) + ".atr"
    guard let file = try ReadOnlyFile.openedIfExists(folder + name) else { return [] }
    if file.byteCount > annotationBytes {
      warnings.append("\(name): annotations after the first \(annotationBytes) bytes are left out")
    }
    let bytes = try file.bytes(at: 0, count: annotationBytes)
    let (annotations, isComplete) = WFDBAnnotation.read(bytes.span)
    if !isComplete {
      warnings.append("\(name) has no end mark: it was cut off, or is not an annotation file")
    }
    return annotations
  }

  static func annotations(
    _ notes: [WFDBAnnotation], _ header: WFDBHeader, _ members: [[Int]]
  ) -> [SignalAnnotation] {
    var rate = header.frameRateHertz
    var isRateGiven = false
    // The first annotation can specify the rate at which samples are counted.
    if let first = notes.first, first.sample == 0, first.code == 22, let given = first.timeResolutionHertz {
      rate = given
      isRateGiven = true
    }
    return notes.dropFirst(isRateGiven ? 1 : 0).map { note in
      let symbol = String(decoding: note.symbol, as: UTF8.self)
      let text = String(signalText: note.text)
      let group = members.firstIndex { $0.contains(Int(note.channel)) }
      // Nearly all programs leave the channel at 0, so 0 does not refer to a channel.
      let place =
        note.channel == 0
        ? nil
        : group.map { group in
          SignalAnnotation.Place(group: group, channel: members[group].firstIndex(of: Int(note.channel)))
        }
      return SignalAnnotation(
        seconds: Double(note.sample) / rate, text: text.isEmpty ? symbol : "\(symbol) \(text)",
        channel: place, stored: note)
    }
  }
}
