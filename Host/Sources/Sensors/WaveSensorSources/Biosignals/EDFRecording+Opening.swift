import WaveBiosignals
import WaveSystem
import WaveUnits

extension EDFRecording {
  /// The maximum number of annotations read from a file; further ones are ignored.
  static let annotationLimit = 1 << 20

  /// Opens a file, reading its header and annotations.
  static func open(
    _ file: ReadOnlyFile, _ progress: (Double) -> Bool
  ) throws(SensorSourceError) -> SignalContents {
    let header = try header(of: file)
    let recordCount = header.recordCount(fileBytes: Int64(file.byteCount))
    let signals = header.signals
    let members = signals.indices.filter { !signals[$0].isAnnotations && signals[$0].samplesPerRecord > 0 }
      .grouped { signals[$0].samplesPerRecord == signals[$1].samplesPerRecord }
    let widths = members.map { Int64(signals[$0[0]].samplesPerRecord) }
    var warnings = header.warnings.map { text($0, header) } + sizes(file, header, recordCount)
    let notes = try notes(file, header, recordCount, progress)
    warnings += notes.warnings
    var timeline = EDFTimeline(recordCount: recordCount, widths: widths)
    let begin = notes.onsets.first.flatMap { $0.isNaN ? nil : $0 } ?? 0
    let isPlaced = header.variant == .discontinuous && header.recordSeconds > 0
    if isPlaced, recordCount <= EDFTimeline.recordLimit {
      let (placed, misplaced) = EDFTimeline.placed(
        onsets: notes.onsets.map { $0 - begin }, recordSeconds: header.recordSeconds, widths: widths)
      timeline = placed
      if misplaced > 0 {
        warnings.append(
          """
          \(misplaced) records have no time, or one before the end of the previous record, and directly \
          follow it
          """
        )
      }
    }
    let groups = members.indices.map { group in
      SignalGroup(
        label: "", rateHertz: Double(widths[group]) / header.recordSeconds,
        sampleCount: timeline.sampleCount(ofGroup: group), startSeconds: 0,
        channels: members[group].map { channel(signals[$0]) })
    }
    return SignalContents(
      kind: header.sampleBytes == 3 ? .bdf : .edf, byteCount: file.byteCount, groups: groups,
      startMicroseconds: header.startMicroseconds.map {
        $0.saturatingAdding(Int64(saturating: (begin * 1e6).rounded()))
      },
      annotations: notes.annotations.map {
        SignalAnnotation(
          seconds: $0.onsetSeconds - begin, durationSeconds: $0.durationSeconds,
          text: String(signalText: $0.text))
      },
      remarks: [("patient", header.patient), ("recording", header.recording)].filter { !$0.1.isEmpty }.map {
        "\($0.0): \(String(signalText: $0.1))"
      },
      warnings: warnings, store: EDFRecording(file, header, timeline, members: members))
  }

  private static func header(of file: ReadOnlyFile) throws(SensorSourceError) -> EDFHeader {
    let fixed = try file.bytes(at: 0, count: EDFHeader.fixedBytes)
    let bytes = try file.bytes(at: 0, count: file.parsing(EDFHeader.byteCount(fixed.span)))
    return try file.parsing(EDFHeader(bytes.span))
  }

  private static func channel(_ signal: EDFHeader.Signal) -> SignalChannel {
    let isWide = signal.digitalLow < -32_768 || signal.digitalHigh > 32_767
    return SignalChannel(
      label: String(signalText: signal.label), unit: String(signalText: signal.units),
      scale: DigitalScale(
        step: signal.resolution, offset: signal.physicalLow - Double(signal.digitalLow) * signal.resolution,
        low: isWide ? -8_388_608 : -32_768, high: isWide ? 8_388_607 : 32_767),
      transducer: String(signalText: signal.transducer), prefilter: String(signalText: signal.prefilter))
  }

  private struct Notes {
    /// The start time of each record in seconds, or NaN if the record does not give it.
    ///
    /// The list is empty if the file has no annotations.
    var onsets: [Double] = []
    var annotations: [EDFAnnotation] = []
    var warnings: [String] = []
  }

  private static func notes(
    _ file: ReadOnlyFile, _ header: EDFHeader, _ recordCount: Int64, _ progress: (Double) -> Bool
  ) throws(SensorSourceError) -> Notes {
    var notes = Notes()
    let places = header.signals.indices.filter { header.signals[$0].isAnnotations }.map {
      EDFRecord.byteRange(signal: $0, of: header)
    }
    guard !places.isEmpty else { return notes }
    var untimed = 0
    var isLeftOut = false
    for record in 0..<recordCount {
      if record % 4096 == 0, !progress(Double(record) / Double(recordCount)) {
        throw .cancelled(path: file.path)
      }
      let start = header.byteCount + Int(record) * header.recordBytes
      let signals = try places.map { (place) throws(SensorSourceError) in
        try file.bytes(at: start + place.lowerBound, count: place.count)
      }
      let (onset, annotations) = EDFRecord.annotations(inSignals: signals)
      let isTimed = onset.map { $0.magnitude < EDFTimeline.secondsLimit } ?? false
      if !isTimed { untimed += 1 }
      if record < EDFTimeline.recordLimit { notes.onsets.append(isTimed ? onset ?? .nan : .nan) }
      let room = annotationLimit - notes.annotations.count
      if annotations.count > room { isLeftOut = true }
      notes.annotations += annotations.prefix(room)
    }
    if untimed > 0 { notes.warnings.append("\(untimed) records have no time") }
    if isLeftOut { notes.warnings.append("annotations after the first \(annotationLimit) are left out") }
    let steps = zip(notes.onsets.dropFirst(), notes.onsets).map { $0 - $1 - header.recordSeconds }
    if header.variant == .continuous, steps.contains(where: { $0.magnitude > 1e-3 }) {
      notes.warnings.append(
        "the header says that nothing is missing, but records' times have gaps; they are joined as it says")
    }
    return notes
  }

  private static func sizes(_ file: ReadOnlyFile, _ header: EDFHeader, _ recordCount: Int64) -> [String] {
    var warnings: [String] = []
    let said = header.recordCount ?? recordCount
    if recordCount < said { warnings.append("the file ends after \(recordCount) of \(said) records") }
    let rest = Int64(file.byteCount) - Int64(header.byteCount) - recordCount * Int64(header.recordBytes)
    if rest > 0, recordCount == said { warnings.append("\(rest) bytes after the last record are left out") }
    return warnings
  }

  private static func text(_ warning: EDFHeader.Warning, _ header: EDFHeader) -> String {
    func name(_ signal: Int) -> String {
      "signal \(signal) (\(String(signalText: header.signals[signal].label)))"
    }
    return switch warning {
    case .notASCII(nil): "the header has bytes that are not printable ASCII"
    case .notASCII(let signal?): "\(name(signal)): its description has bytes that are not printable ASCII"
    case .recordsUnknown: "the number of records was never written; the file's length gives it"
    case .noRange(let signal): "\(name(signal)): its range has no width, so its values are all the same"
    case .startTime: "date or time of the start cannot be read"
    case .comma(let signal): "\(name(signal)): a decimal comma"
    }
  }
}
