import WaveRadioFormats
import WaveSignal
import WaveSpectra

extension FuzzTarget {
  /// SigMF metadata: what was read and written is read again as the same, and its segments lie in the
  /// dataset.
  static let sigMF = FuzzTarget("sigmf", byteLimit: 1024) { bytes throws(Finding) in
    guard case .success(let metadata) = read(bytes) else { return }
    try require(metadata.channelCount >= 1, "there is a channel")
    try require(
      metadata.captures.count + metadata.annotations.count <= bytes.count, "an item takes a byte at least")
    if let rate = metadata.sampleRateHertz { try require(rate.isFinite && rate > 0, "a rate is one") }
    for count in [Int64(0), 1000, 1 << 40] {
      let result = Result { () throws(RadioFormatError) in try metadata.segments(datasetByteCount: count) }
      guard case .success(let segments) = result else { continue }
      try require(segments.count == Swift.max(1, metadata.captures.count), "each capture has a segment")
      for segment in segments where segment.sampleCount > 0 {
        let (length, isWide) = segment.sampleCount.multipliedReportingOverflow(
          by: Int64(metadata.bytesPerFrame))
        try require(
          !isWide && segment.byteOffset >= 0 && length <= count - segment.byteOffset,
          "a segment lies in the dataset")
      }
    }
    for annotation in metadata.annotations {
      if let offset = metadata.byteOffset(ofSample: annotation.firstSample) {
        try require(offset >= 0, "a sample lies behind the start")
      }
    }
    guard metadata.format.isSigMF else { return }
    let text = metadata.json()
    guard case .success(let again) = read(text) else {
      throw Finding("what was written can be read: \(String(decoding: text, as: UTF8.self))")
    }
    try require(again.json() == text, "written, read and written again is the same")
  }

  private static func read(_ bytes: [UInt8]) -> Result<SigMFMetadata, RadioFormatError> {
    Result { () throws(RadioFormatError) in try SigMFMetadata(json: bytes) }
  }
}
