import WaveSpectra

/// Samples of one capture, which lie in the dataset one after the other.
public struct SigMFSegment: Equatable, Sendable {
  /// Which capture it is; 0 where the metadata have none.
  public var capture: Int
  /// Index of the first sample.
  public var firstSample: Int64
  /// How many samples; may be none.
  public var sampleCount: Int64
  /// Where the first sample begins in the dataset.
  public var byteOffset: Int64
}

extension SigMFMetadata {
  /// Bytes of one sample of every channel.
  public var bytesPerFrame: Int { format.bytesPerSample * channelCount }

  /// Lays the captures out in a dataset.
  ///
  /// Headers in front of each capture and bytes after the last sample are left out. Samples before the first
  /// capture belong to none and are passed over; metadata without captures have one from the first sample on.
  /// A piece of a sample at the end is dropped.
  ///
  /// - Parameter datasetByteCount: Bytes of the dataset.
  /// - Returns: One segment for each capture, in order. A capture that the dataset ends before has no
  ///   samples.
  /// - Throws: `RadioFormatError.sigMF` with `.datasetTooShort` if headers and trailing bytes exceed it.
  /// - Complexity: O(captures), one allocation.
  public func segments(datasetByteCount: Int64) throws(RadioFormatError) -> [SigMFSegment] {
    let captures = captures.isEmpty ? [SigMFCapture(firstSample: firstSample)] : captures
    let frame = Int64(bytesPerFrame)
    let (dataEnd, isUnderflow) = datasetByteCount.subtractingReportingOverflow(trailingByteCount)
    guard datasetByteCount >= 0, !isUnderflow, dataEnd >= 0 else {
      throw .sigMF(SigMFFault(.datasetTooShort(byteCount: datasetByteCount), .global, "core:trailing_bytes"))
    }
    var segments: [SigMFSegment] = []
    segments.reserveCapacity(captures.count)
    var offset: Int64 = 0
    var sample = firstSample
    for (index, capture) in captures.enumerated() {
      let (skipped, isWide) = (capture.firstSample &- sample).multipliedReportingOverflow(by: frame)
      let (start, isFar) = offset.addingReportingOverflow(skipped)
      let (first, isFarther) = start.addingReportingOverflow(capture.headerByteCount)
      guard !isWide, !isFar, !isFarther, skipped >= 0, capture.headerByteCount <= dataEnd else {
        throw .sigMF(
          SigMFFault(
            .datasetTooShort(byteCount: datasetByteCount), .captures, index: index, "core:sample_start"))
      }
      var count = max(0, dataEnd - min(first, dataEnd)) / frame
      if index + 1 < captures.count {
        count = min(count, max(0, captures[index + 1].firstSample - capture.firstSample))
      }
      segments.append(
        SigMFSegment(capture: index, firstSample: capture.firstSample, sampleCount: count, byteOffset: first))
      offset = first
      sample = capture.firstSample
    }
    return segments
  }

  /// Where a sample lies in the dataset, counting the headers in front of it.
  ///
  /// - Parameter index: Absolute index of the sample, as annotations give it.
  /// - Returns: Its first byte; nil before the dataset's first sample, or where 64 bits do not reach.
  /// - Complexity: O(captures), no allocation.
  public func byteOffset(ofSample index: Int64) -> Int64? {
    guard index >= firstSample else { return nil }
    let (bytes, isWide) = (index &- firstSample).multipliedReportingOverflow(by: Int64(bytesPerFrame))
    guard !isWide else { return nil }
    var offset = bytes
    for capture in captures where capture.firstSample <= index {
      let (sum, isOver) = offset.addingReportingOverflow(capture.headerByteCount)
      guard !isOver else { return nil }
      offset = sum
    }
    return offset
  }
}
