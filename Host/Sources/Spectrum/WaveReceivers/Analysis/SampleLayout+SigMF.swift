import WaveRadioFormats
import WaveUnits

extension SampleLayout {
  /// Creates the layout of a SigMF recording's dataset.
  ///
  /// - Parameters:
  ///   - metadata: The metadata of the recording.
  ///   - dataset: The byte range of the dataset in its file.
  ///   - path: The path to report in errors.
  /// - Throws: `ReceiverError` if the dataset is shorter than the metadata require.
  init(_ metadata: SigMFMetadata, dataset: Range<Int>, path: String) throws(ReceiverError) {
    let parts = try ReceiverError.parsed(path, metadata.segments(datasetByteCount: Int64(dataset.count)))
    self.init(
      kind: "SigMF recording", format: metadata.format, rateHertz: metadata.sampleRateHertz,
      channelCount: metadata.channelCount, segments: [], sha512: metadata.sha512, hashedBytes: dataset)
    isUniversalTime = metadata.captures.contains { $0.startMicroseconds != nil }
    var first = 0
    var numbers: [(absolute: Int64, first: Int, count: Int)] = []
    for part in parts {
      let capture = metadata.captures.indices.contains(part.capture) ? metadata.captures[part.capture] : nil
      let count = Int(clamping: part.sampleCount)
      numbers.append((part.firstSample, first, count))
      guard count > 0 else { continue }
      segments.append(
        Segment(
          firstSample: first, sampleCount: count,
          byteOffset: dataset.lowerBound + Int(clamping: part.byteOffset), centerHertz: capture?.centerHertz,
          startMicroseconds: capture?.startMicroseconds))
      first += count
    }
    let empty = parts.count - segments.count
    if empty > 0 { warnings.append("\(empty) of \(parts.count) captures hold no samples") }
    if let last = segments.last {
      let end = last.byteOffset + last.sampleCount * bytesPerFrame
      let rest = (dataset.upperBound - end).saturatingSubtracting(Int(clamping: metadata.trailingByteCount))
      if rest > 0 { warnings.append(Self.restWarning(rest)) }
    }
    for annotation in metadata.annotations {
      guard let place = numbers.last(where: { $0.absolute <= annotation.firstSample }),
        annotation.firstSample.saturatingSubtracting(place.absolute) < Int64(place.count)
      else { continue }
      let start = place.first + Int(annotation.firstSample - place.absolute)
      let longest = annotation.sampleCount == nil ? place.first + place.count - start : first - start
      let count = annotation.sampleCount.map { Int(clamping: $0) } ?? longest
      remarks.append(
        Remark(
          samples: start..<(start + min(max(0, count), longest)), lowHertz: annotation.lowHertz,
          highHertz: annotation.highHertz, label: String(decoding: annotation.label ?? [], as: UTF8.self),
          comment: String(decoding: annotation.comment ?? [], as: UTF8.self)))
    }
  }
}
