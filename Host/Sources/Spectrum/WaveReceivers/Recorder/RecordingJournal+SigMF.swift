import WaveRadioFormats

extension RecordingJournal {
  /// Returns SigMF metadata that describe the samples on disk.
  ///
  /// - Parameter sha512: The checksum of the samples' bytes; nil until all samples are written.
  /// - Returns: The content of the `.sigmf-meta` file.
  func metadata(sha512: [UInt8]?) -> [UInt8] {
    let origin = properties.recorded
    var metadata = SigMFMetadata(
      format: properties.format, sampleRateHertz: origin?.isRateKnown == false ? nil : properties.rateHertz)
    metadata.sha512 = sha512
    metadata.recorder = Array("Waveglass".utf8)
    if origin == nil {
      metadata.hardware = Array(properties.name.utf8)
    } else {
      metadata.summary = Array("from \(properties.name)".utf8)
    }
    metadata.captures = captures.map { capture in
      SigMFCapture(
        firstSample: Int64(capture.start), centerHertz: capture.centerHertz,
        startMicroseconds: capture.microseconds, globalIndex: Int64(capture.globalIndex))
    }
    metadata.annotations = gaps.map { gap in
      SigMFAnnotation(
        firstSample: Int64(gap.start), sampleCount: 0, label: Array("gap".utf8),
        comment: Array(gap.text.utf8), generator: metadata.recorder)
    }
    return metadata.json()
  }
}

extension RecordingJournal.Gap {
  /// A description of the number of missing samples, for display.
  var text: String {
    guard isEstimate else { return "lost \(lostCount) sample\(lostCount == 1 ? "" : "s")" }
    return lostCount > 0
      ? "lost about \(lostCount) samples, by the clock" : "lost an unknown number of samples"
  }
}
