import WaveBiosignals
import WaveSystem

extension WFDBSegmentedRecording {
  /// The maximum total size of the segments' headers in bytes.
  private static let headerBytes = 1 << 26
  /// The maximum number of format deviations listed; further ones are only counted.
  private static let warningLimit = 8

  /// Reads the headers of all segments, and the lengths of their signal files.
  ///
  /// - Parameters:
  ///   - file: The record's header file.
  ///   - header: The parsed header.
  ///   - folder: The folder that contains the files; empty, or ending in a slash.
  ///   - progress: The progress callback, as in ``SignalFile``.
  /// - Returns: The whole record.
  /// - Throws: `SensorSourceError` if a segment's header or file is missing or invalid.
  static func open(
    _ file: ReadOnlyFile, _ header: WFDBHeader, _ folder: String, _ progress: (Double) -> Bool
  ) throws(SensorSourceError) -> SignalContents {
    var reader = SegmentReader(file, header, folder)
    try reader.read(progress)
    let signals = reader.signals
    let members = WFDBRecording.members(signals)
    let frameCount = header.segments.reduce(0) { $0 + $1.frameCount }
    var warnings = reader.warnings
    if warnings.count > warningLimit {
      warnings = warnings.prefix(warningLimit) + ["\(warnings.count - warningLimit) more of this kind"]
    }
    if let said = header.frameCount, said != frameCount {
      warnings.append("the header says \(said) frames, its segments have \(frameCount)")
    }
    warnings += WFDBRecording.warnings(header, signals)
    let notes = try WFDBRecording.notes(header, folder, &warnings)
    let groups = WFDBRecording.groups(members, of: signals, frameCount, header) { reader.channel($0) }
    return SignalContents(
      kind: .wfdb, byteCount: file.byteCount + reader.byteCount, groups: groups,
      startMicroseconds: header.startMicroseconds,
      annotations: WFDBRecording.annotations(notes, header, members), remarks: WFDBRecording.remarks(header),
      warnings: warnings,
      store: WFDBSegmentedRecording(
        path: file.path, folder: folder, pieces: reader.pieces, segments: reader.segments, members: members,
        widths: members.map { Int64(signals[$0[0]].samplesPerFrame) }))
  }

  /// A reader that assembles a record from its segments.
  private struct SegmentReader {
    private let file: ReadOnlyFile
    private let header: WFDBHeader
    private let folder: String
    /// The signals of the whole record.
    ///
    /// Each is described as in the first segment that contains it.
    private(set) var signals: [WFDBHeader.Signal] = []
    private(set) var pieces: [Piece] = []
    private(set) var segments: [Segment] = []
    private(set) var byteCount = 0
    private(set) var warnings: [String] = []
    /// For each signal, whether a segment has described it.
    private var isDescribed: [Bool] = []
    /// For each signal, whether its scale is the same in all segments.
    private var isEven: [Bool] = []
    private var numbers: [[UInt8]: Int] = [:]
    private var headerBytes = 0

    init(_ file: ReadOnlyFile, _ header: WFDBHeader, _ folder: String) {
      self.file = file
      self.header = header
      self.folder = folder
    }

    mutating func read(_ progress: (Double) -> Bool) throws(SensorSourceError) {
      if header.hasLayout, let name = header.segments.first?.name {
        let (layout, _) = try described(name)
        try describe(layout.signals, header: name)
      }
      var first: Int64 = 0
      for (number, segment) in header.segments.enumerated() {
        if number % 64 == 0, !progress(Double(number) / Double(header.segments.count)) {
          throw .cancelled(path: file.path)
        }
        defer { first += segment.frameCount }
        guard segment.frameCount > 0, let name = segment.name else { continue }
        let piece = try piece(name)
        let count = min(segment.frameCount, pieces[piece].frameCount)
        if count < segment.frameCount {
          warnings.append(
            "segment \(String(signalText: name)) ends after \(count) of \(segment.frameCount) frames")
        }
        if count > 0 { segments.append(Segment(first: first, count: count, piece: piece)) }
      }
    }

    /// Returns the channel for a signal, with a scale only if all segments use the same scale.
    func channel(_ number: Int) -> SignalChannel {
      var channel = WFDBRecording.channel(signals[number], number: number)
      if !isEven[number] { channel.scale = nil }
      return channel
    }

    private mutating func describe(
      _ signals: [WFDBHeader.Signal], header name: [UInt8]
    ) throws(SensorSourceError) {
      guard signals.count == header.signalCount else { throw differs(.signalCount, name) }
      self.signals = signals
      isDescribed = signals.map { _ in false }
      isEven = signals.map { _ in true }
    }

    private func differs(_ field: WFDBFault.CommonField, _ name: [UInt8]) -> SensorSourceError {
      .format(.wfdb(.segmentDiffers(field), line: 1), path: path(name))
    }

    private func path(_ name: [UInt8]) -> String { folder + String(signalText: name) + ".hea" }

    /// Reads and validates a segment's header.
    private mutating func described(
      _ name: [UInt8]
    ) throws(SensorSourceError) -> (header: WFDBHeader, layouts: [WFDBSignalFile]) {
      guard let segment = try ReadOnlyFile.openedIfExists(path(name)) else {
        throw .segmentMissing(String(signalText: name), path: file.path)
      }
      headerBytes += min(segment.byteCount, WFDBHeader.byteLimit)
      let limit = WFDBSegmentedRecording.headerBytes
      guard headerBytes <= limit else {
        throw .format(.wfdb(.segmentsTooLarge(limit: limit), line: 1), path: file.path)
      }
      byteCount += segment.byteCount
      let described = try WFDBRecording.described(segment)
      guard described.header.segments.isEmpty else {
        throw .format(.wfdb(.nestedSegments, line: 1), path: segment.path)
      }
      return described
    }

    /// Returns the index in `pieces` of the record with a given name; reads the record's header on the first
    /// call.
    private mutating func piece(_ name: [UInt8]) throws(SensorSourceError) -> Int {
      if let known = numbers[name] { return known }
      let (own, layouts) = try described(name)
      if signals.isEmpty { try describe(own.signals, header: name) }
      guard own.frameRateHertz == header.frameRateHertz else { throw differs(.rate, name) }
      let places = try places(own, name)
      var frameCount: Int64 = 0
      for layout in layouts {
        let file = try WFDBRecording.opened(layout, folder, header: path(name))
        byteCount += file.byteCount
        frameCount = max(frameCount, layout.frameCount(fileBytes: Int64(file.byteCount)))
      }
      pieces.append(
        Piece(
          header: own, layouts: layouts, frameCount: min(frameCount, own.frameCount ?? frameCount),
          signals: places))
      numbers[name] = pieces.count - 1
      return pieces.count - 1
    }

    /// Returns, for each of the record's signals, its index in a segment: found by name if the record has a
    /// layout segment, otherwise by position.
    private mutating func places(_ own: WFDBHeader, _ name: [UInt8]) throws(SensorSourceError) -> [Int?] {
      guard header.hasLayout || own.signals.count == signals.count else { throw differs(.signalCount, name) }
      var free = Set(own.signals.indices)
      var places: [Int?] = []
      for number in signals.indices {
        let place =
          header.hasLayout
          ? own.signals.indices.first { free.contains($0) && own.signals[$0].name == signals[number].name }
          : number
        guard let place else {
          places.append(nil)
          continue
        }
        free.remove(place)
        places.append(try joined(number, own, place, name))
      }
      if !free.isEmpty {
        let names = free.sorted().map { String(signalText: own.signals[$0].name) }
        warnings.append(
          """
          segment \(String(signalText: name)) has signals that are not in the layout and are left out: \
          \(names.joined(separator: ", "))
          """
        )
      }
      return places
    }

    /// Returns a signal's index in a segment; nil if the segment uses a different unit, or has no samples of
    /// the signal.
    private mutating func joined(
      _ number: Int, _ own: WFDBHeader, _ place: Int, _ name: [UInt8]
    ) throws(SensorSourceError) -> Int? {
      let signal = own.signals[place]
      guard signal.samplesPerFrame == signals[number].samplesPerFrame else {
        throw differs(.samplesPerFrame, name)
      }
      guard signal.isStored else { return nil }
      let before = signals[number]
      guard isDescribed[number] else {
        signals[number] = signal
        isDescribed[number] = true
        return place
      }
      guard signal.units == before.units else {
        let label = signal.name.isEmpty ? "signal \(number)" : String(signalText: signal.name)
        let units = (String(signalText: signal.units), String(signalText: before.units))
        warnings.append(
          "segment \(String(signalText: name)): \(label) is in \(units.0), not \(units.1), and is left out")
        return nil
      }
      if signal.gain != before.gain || signal.baseline != before.baseline { isEven[number] = false }
      if WFDBRecording.valueBits(signal.format) > WFDBRecording.valueBits(before.format) {
        signals[number].format = signal.format
      }
      return place
    }
  }
}
