import WaveBiosignals
import WaveSystem

/// A reader for the samples of a DICOM file.
struct DICOMRecording: SignalStore {
  private static let pieceBytes = 1 << 20

  private let file: ReadOnlyFile
  private let groups: [DICOMWaveforms.Group]

  /// Opens a file and parses all of it.
  static func open(_ file: ReadOnlyFile) throws(SensorSourceError) -> SignalContents {
    let limit = DICOMWaveforms.byteLimit
    guard file.byteCount <= limit else {
      throw .format(.dicom(.tooLarge(limit: limit), byte: 0), path: file.path)
    }
    let bytes = try file.bytes(at: 0, count: file.byteCount)
    let waveforms = try file.parsing(DICOMWaveforms(bytes.span))
    let (annotations, statements) = notes(waveforms)
    let patient = String(signalText: waveforms.patientName)
    return SignalContents(
      kind: .dicom, byteCount: file.byteCount, groups: waveforms.groups.map(group),
      startMicroseconds: waveforms.startMicroseconds, annotations: annotations,
      remarks: (patient.isEmpty ? [] : ["patient: \(patient)"]) + statements, warnings: warnings(waveforms),
      store: DICOMRecording(file: file, groups: waveforms.groups))
  }

  func read(group: Int, from: Int64, count: Int) throws(SensorSourceError) -> [[Double]] {
    let group = groups[group]
    var values = group.channels.map { _ in [Double]() }
    for index in values.indices { values[index].reserveCapacity(count) }
    let most = max(1, Self.pieceBytes / group.frameBytes)
    for done in stride(from: 0, to: count, by: most) {
      let frames = min(most, count - done)
      let bytes = try file.bytes(
        at: group.byteRange.lowerBound + (Int(from) + done) * group.frameBytes,
        count: frames * group.frameBytes)
      group.append(frames: bytes.span, to: &values)
    }
    // The file may have been truncated since it was opened.
    for index in values.indices where values[index].count < count {
      values[index] += Array(repeating: .nan, count: count - values[index].count)
    }
    return values
  }

  private static func group(_ group: DICOMWaveforms.Group) -> SignalGroup {
    let range: ClosedRange<Int32> =
      switch group.coding {
      case .signed8: -128...127
      case .unsigned8: 0...255
      case .signed16: -32_768...32_767
      case .unsigned16: 0...65_535
      case .signed32: .min ... .max
      case .unsigned32: 0 ... .max
      }
    return SignalGroup(
      label: String(signalText: group.label), rateHertz: group.rateHertz,
      sampleCount: Int64(group.sampleCount), startSeconds: group.offsetSeconds,
      channels: group.channels.map { channel in
        SignalChannel(
          label: String(signalText: channel.name), unit: String(signalText: channel.units),
          scale: DigitalScale(
            step: channel.sensitivity * channel.correction, offset: channel.baseline, low: range.lowerBound,
            high: range.upperBound), prefilter: filters(channel))
      })
  }

  private static func filters(_ channel: DICOMWaveforms.Channel) -> String {
    let corners = [("HP", channel.filterLowHertz), ("LP", channel.filterHighHertz)]
    return corners.compactMap { name, hertz in hertz.map { "\(name):\($0)Hz" } }.joined(separator: " ")
  }

  /// Returns the annotations that have a time, and the remarks about the whole recording.
  private static func notes(_ waveforms: DICOMWaveforms) -> ([SignalAnnotation], [String]) {
    var annotations: [SignalAnnotation] = []
    var statements: [String] = []
    for note in waveforms.annotations {
      let text = String(signalText: note.text)
      let group = note.group.flatMap { waveforms.groups.indices.contains($0) ? $0 : nil }
      var times = note.seconds
      if times.isEmpty {
        let described = waveforms.groups[group ?? 0]
        times = note.samples.map { described.offsetSeconds + Double($0) / described.rateHertz }
      }
      let place = group.map { SignalAnnotation.Place(group: $0, channel: note.channel) }
      if times.isEmpty {
        if !text.isEmpty { statements.append(text) }
      } else if note.isSegment, let first = times.min(), let last = times.max() {
        annotations.append(
          SignalAnnotation(seconds: first, durationSeconds: last - first, text: text, channel: place))
      } else {
        annotations += times.map { SignalAnnotation(seconds: $0, text: text, channel: place) }
      }
    }
    return (annotations, statements)
  }

  private static func warnings(_ waveforms: DICOMWaveforms) -> [String] {
    var warnings: [String] = []
    for (number, group) in waveforms.groups.enumerated() {
      let bare = group.channels.filter { $0.units.isEmpty }.count
      if bare > 0 { warnings.append("group \(number): \(bare) channels have no unit") }
      let late = group.channels.filter { $0.skewSeconds != 0 }.count
      if late > 0 {
        warnings.append(
          "group \(number): \(late) channels are marked as later than the others, which is not corrected")
      }
    }
    return warnings
  }
}
