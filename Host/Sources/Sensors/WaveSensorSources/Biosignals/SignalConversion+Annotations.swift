import WaveBiosignals
import WaveUnits

extension SignalConversion {
  /// The maximum size, in bytes, of a record that contains only annotations, unless a single annotation is
  /// longer.
  ///
  /// This is the record size that EDF recommends.
  private static let recordBytes = 61_440

  /// Writes the annotations of a recording that has no signals.
  ///
  /// - Throws: `Failure.refused` if the format cannot store annotations without signals.
  mutating func writeAnnotationsAlone(_ target: Target, _ base: String, ending: String) throws(Failure) {
    switch target {
    case .edf: try writeEDFAnnotations(base + ending, sampleBytes: 2)
    case .bdf: try writeEDFAnnotations(base + ending, sampleBytes: 3)
    case .wfdb: try writeWFDBAnnotations(base)
    case .csv, .dicom:
      throw .refused(
        .annotationsAlone(
          count: source.annotations.count, format: target == .csv ? "a table" : "DICOM", path: source.path))
    }
    noteReduced(target)
  }

  /// Writes an EDF+ or BDF+ file whose records have zero duration.
  private mutating func writeEDFAnnotations(_ path: String, sampleBytes: Int) throws(Failure) {
    let notes = source.annotations.map {
      EDFAnnotation(onsetSeconds: $0.seconds, durationSeconds: $0.durationSeconds, text: Array($0.text.utf8))
    }
    // Write one record if all annotations fit into it; otherwise one record for each annotation.
    let together = EDFWriter.annotationBytes(for: notes, recordSeconds: 1, recordCount: 1)
    let each = EDFWriter.annotationBytes(
      for: notes, recordSeconds: 1, recordCount: .max, ordinal: { _ in 0 })
    var writer = try accepting(
      path,
      EDFWriter(
        signals: [], recordSeconds: 0, sampleBytes: sampleBytes, startMicroseconds: source.startMicroseconds,
        annotationBytes: together <= Self.recordBytes ? together : max(each, Self.recordBytes)))
    for note in notes { writer.annotate(note) }
    var counted = writer
    repeat { _ = counted.record([]) } while counted.waitingCount > 0
    let part = try begin(path)
    try append(writer.header(recordCount: counted.recordCount), to: part)
    repeat { try append(writer.record([]), to: part) } while writer.waitingCount > 0
  }

  /// Writes a WFDB header without signals, and the annotations at a sample rate that represents their times
  /// exactly.
  private mutating func writeWFDBAnnotations(_ base: String) throws(Failure) {
    let name = try recordName(base)
    let rate = annotationRate
    let writer = try accepting(
      base,
      WFDBWriter(
        name: Array(name.utf8), signals: [], format: .word16, frameRateHertz: rate,
        startMicroseconds: source.startMicroseconds))
    let header = try begin(base + ".hea")
    try append(writer.header(fileName: [], comments: comments), to: header)
    try writeAnnotations(source.annotations, [], rate, base)
  }

  /// The sample rate of the source's own annotations, or the lowest common rate at which all times fall on
  /// samples.
  private var annotationRate: Double {
    let stored = source.annotations.last { $0.stored != nil && $0.seconds > 0 }
    let own = stored.map { Double($0.stored?.sample ?? 0) / $0.seconds }
    let rates = [own.map { ($0 * 1e6).rounded() / 1e6 }, 250, 1000, 10_000, 100_000].compactMap { $0 }
    return rates.first { rate in
      rate > 0
        && source.annotations.allSatisfy { abs($0.seconds * rate - ($0.seconds * rate).rounded()) <= 1e-3 }
    } ?? 1_000_000
  }
}
