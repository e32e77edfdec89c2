import WaveSpectra

/// The samples of one capture, which are contiguous in the dataset.
public struct SigMFSegment: Equatable, Sendable {
  /// The index of the capture; 0 if the metadata have no captures.
  public var capture: Int
  /// The index of the first sample.
  public var firstSample: Int64
  /// The number of samples, which can be 0.
  public var sampleCount: Int64
  /// The byte offset of the first sample in the dataset.
  public var byteOffset: Int64
}

extension SigMFMetadata {
  /// The number of bytes per frame: one sample from each channel.
  public var bytesPerFrame: Int { format.bytesPerSample * channelCount }

  /// Returns the location of each capture's samples in a dataset.
  ///
  /// Headers before each capture and bytes after the last sample are excluded. Samples before the first
  /// capture belong to no capture and are skipped. Metadata without captures are treated as one capture that
  /// starts at the first sample. An incomplete sample at the end is dropped.
  ///
  /// - Parameter datasetByteCount: The number of bytes in the dataset.
  /// - Returns: One segment for each capture, in order. A capture after the end of the dataset has no
  ///   samples.
  /// - Throws: `RadioFormatError.sigMF` with `.datasetTooShort` if headers and trailing bytes exceed the
  ///   dataset.
  /// - Complexity: O(captures), with one allocation.
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

  /// Returns the byte offset of a sample in the dataset, counting the headers before the sample.
  ///
  /// - Parameter index: The absolute index of the sample, as in annotations.
  /// - Returns: The offset of the sample's first byte; nil if the sample is before the dataset's first
  ///   sample, or if the offset does not fit into 64 bits.
  /// - Complexity: O(captures), without allocation.
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
