import WaveBiosignals
import WaveUnits

extension SignalConversion {
  /// Writes an EDF+ or BDF+ file.
  mutating func writeEDF(_ set: [Int], _ path: String, sampleBytes: Int, isFirst: Bool) throws(Failure) {
    let groups = set.map { source.groups[$0] }
    guard
      let (seconds, deviation) = EDFWriter.recordSeconds(
        for: groups.map { (rateHertz: $0.rateHertz, count: $0.sampleCount) })
    else {
      throw .refused(.noCommonRecord(rates: groups.map { $0.rateHertz }, path: source.path))
    }
    if deviation > 0 {
      note("rates are off by a fraction of \(deviation): EDF stores them as samples in \(seconds) s")
    }
    let limits = sampleBytes == 3 ? EDFScale.triples : EDFScale.words
    let scales = try set.map { (group) throws(Failure) in try self.scales(group, limits) }
    let widths = groups.map { Int(saturating: ($0.rateHertz * seconds).rounded()) }
    let records = EDFRecordPlan(pieces: set.map { pieces[$0] ?? [] }, widths: widths)
    try check(records, seconds, path)
    let notes = annotations(set, isFirst: isFirst).map {
      EDFAnnotation(onsetSeconds: $0.seconds, durationSeconds: $0.durationSeconds, text: Array($0.text.utf8))
    }
    var signals: [EDFWriter.Signal] = []
    for (group, width) in widths.enumerated() {
      for (channel, scale) in zip(groups[group].channels, scales[group]) {
        if EDFWriter.isReserved(Array(channel.label.utf8)) {
          let written = String(decoding: EDFWriter.writtenLabel(Array(channel.label.utf8)), as: UTF8.self)
          note(
            "\(channel.label): EDF+ reserves this label for annotations; the signal is written as \(written)")
        }
        signals.append(
          EDFWriter.Signal(
            label: Array(channel.label.utf8), units: Array(channel.unit.utf8), scale: scale,
            samplesPerRecord: width, transducer: Array(channel.transducer.utf8),
            prefilter: Array(channel.prefilter.utf8)))
      }
    }
    let annotationBytes = EDFWriter.annotationBytes(
      for: notes, recordSeconds: seconds, recordCount: records.count, ordinal: records.ordinal)
    var writer = try accepting(
      path,
      EDFWriter(
        signals: signals, recordSeconds: seconds, sampleBytes: sampleBytes,
        startMicroseconds: startMicroseconds(set[0]), annotationBytes: annotationBytes))
    var waiting = notes[...]
    let part = try begin(path)
    try append(writer.header(recordCount: records.count, isDiscontinuous: records.isDiscontinuous), to: part)
    let isPadded = zip(groups, widths).contains { group, width in
      (records.last + 1).saturatingMultiplying(by: Int64(width)) > group.sampleCount
    }
    if isPadded { note("the last record is filled up with missing samples") }
    let missing = limits.lowerBound - 1
    for record in records.runs.joined() {
      writer.skip(to: record)
      // Each annotation is added at the record that contains its time; annotations after the end are added at
      // the last record.
      while let note = waiting.first,
        record == records.last || note.onsetSeconds < Double(record + 1) * seconds
      {
        writer.annotate(note)
        waiting.removeFirst()
      }
      var samples: [[Int32]] = []
      for (number, group) in set.enumerated() {
        let values = try values(group, from: record * Int64(widths[number]), count: widths[number])
        samples += zip(values, scales[number]).map { own, scale in own.map { scale.digital($0) ?? missing } }
      }
      try append(writer.record(samples), to: part)
    }
    if writer.waitingCount > 0 { note("\(writer.waitingCount) annotations did not fit and are left out") }
  }

  /// Throws an error if the recording has too many records for the format, or gaps that are too long.
  private func check(_ records: EDFRecordPlan, _ seconds: Double, _ path: String) throws(Failure) {
    // The field for the number of records in the header has eight characters.
    guard records.count < 100_000_000 else {
      throw .refused(.tooManyRecords(records.count, seconds: seconds, path: path))
    }
    guard !records.isDiscontinuous || Double(records.last + 1) * seconds < EDFTimeline.secondsLimit else {
      throw .refused(.gapBeyondTimes(path: path))
    }
  }

  private mutating func scales(_ group: Int, _ limits: ClosedRange<Int32>) throws(Failure) -> [EDFScale] {
    let channels = source.groups[group].channels
    var scales: [EDFScale] = []
    for (channel, survey) in zip(channels, try survey(group)) {
      if survey.missingCount > 0 {
        note(
          """
          missing samples are written as numbers below the range in the header: \(channel.label) has \
          \(survey.missingCount)
          """
        )
      }
      if let exact = survey.exact(within: limits),
        let (kept, moved) = EDFScale.keeping(exact, used: survey.used(exact), limits: limits)
      {
        // Some deviation remains because the header stores the range limits in only eight characters each.
        if moved > 1e-3 {
          note(
            """
            \(channel.label): values are shifted by up to \(moved) of a step of \(kept.step) \
            \(channel.unit)
            """
          )
        }
        scales.append(kept)
      } else {
        let fitted = EDFScale.fitting(survey.range, limits: limits)
        note("\(channel.label): rounded to steps of \(fitted.step) \(channel.unit)")
        scales.append(fitted)
      }
    }
    return scales
  }
}
