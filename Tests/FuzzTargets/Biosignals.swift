import WaveBiosignals

extension FuzzTarget {
  /// A WFDB header, of one record or of segments, and, behind a zero, a signal file: what is read has the
  /// lengths that are said.
  static let wfdb = FuzzTarget("wfdb", byteLimit: 2048) { bytes throws(Finding) in
    let end = bytes.firstIndex(of: 0) ?? bytes.count
    let text = Array(bytes[..<end])
    let samples = Array(bytes[min(end + 1, bytes.count)...])
    let (annotations, _) = WFDBAnnotation.read(samples.span)
    try require(annotations.count <= samples.count / 2, "an annotation takes two bytes")
    guard
      case .success(let header) = Result(
        catching: { () throws(BiosignalError) in try WFDBHeader(text.span) }),
      case .success(let files) = Result(catching: { () throws(BiosignalError) in
        try WFDBSignalFile.files(of: header)
      })
    else { return }
    try require(header.segments.isEmpty || header.signals.isEmpty, "segments have the signals")
    for segment in header.segments {
      try require(
        segment.frameCount >= 0 && segment.name != header.name
          && !(segment.name ?? []).contains(UInt8(ascii: "/")), "a segment is another record beside it")
    }
    try require(
      header.segments.reduce(Int64(0)) { $0 + $1.frameCount } < WFDBHeader.frameLimit,
      "frames of segments are limited")
    for described in files {
      var file = described
      let frames = Int(min(100, file.frameCount(fileBytes: file.byteOffset + Int64(samples.count))))
      var read = Array(repeating: [Int32](), count: file.signals.count)
      let count = file.read(samples.span, frames: frames, into: &read)
      try require(count == frames, "a file holds the frames that are counted in it")
      for (place, signal) in file.signals.enumerated() {
        let values = header.signals[signal].physical(read[place])
        try require(
          read[place].count == count * file.samplesPerFrame[place] && values.count == read[place].count,
          "a frame has its samples")
      }
    }
  }

  /// EDF and BDF files, whole.
  static let edf = FuzzTarget("edf", byteLimit: 4096) { bytes throws(Finding) in
    guard
      case .success(let header) = Result(catching: { () throws(BiosignalError) in try EDFHeader(bytes.span) })
    else { return }
    let count = header.recordCount(fileBytes: Int64(bytes.count))
    try require(
      Int64(header.byteCount) + count * Int64(header.recordBytes) <= Int64(bytes.count),
      "records lie in the file")
    for record in 0..<Int(min(count, 20)) {
      let start = header.byteCount + record * header.recordBytes
      let one = Array(bytes[start..<(start + header.recordBytes)])
      for (number, signal) in header.signals.enumerated() {
        var samples: [Int32] = []
        EDFRecord.append(signal: number, of: header, one.span, to: &samples)
        try require(samples.count == signal.samplesPerRecord, "a record has its samples")
        try require(samples.allSatisfy { signal.physical($0).isFinite }, "a value is a number")
      }
      let (_, notes) = EDFRecord.annotations(of: header, one.span)
      try require(notes.allSatisfy { $0.onsetSeconds.isFinite }, "a note has a time")
    }
  }

  /// DICOM files, whole.
  static let dicom = FuzzTarget("dicom", byteLimit: 4096) { bytes throws(Finding) in
    guard
      case .success(let waveforms) = Result(catching: { () throws(BiosignalError) in
        try DICOMWaveforms(bytes.span)
      })
    else { return }
    for group in waveforms.groups {
      try require(group.byteRange.upperBound <= bytes.count, "samples lie in the file")
      for channel in group.channels.indices.prefix(20) {
        try require(
          group.values(ofChannel: channel, bytes.span).count == group.sampleCount, "a channel has its samples"
        )
      }
    }
  }
}
