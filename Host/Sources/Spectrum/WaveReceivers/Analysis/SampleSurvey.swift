import WaveSignal
import WaveSpectra
import WaveSpectrumWire
import WaveSystem
import WaveUnits

/// A survey of samples: their averaged spectrum and the receiver's artefacts.
struct SampleSurvey: Sendable {
  let row: PowerRow
  let rbwHertz: Double
  let transformCount: Int
  let sampleCount: Int
  /// The mean of the in-phase component, or of real samples.
  let meanI: Double
  /// The mean of the quadrature component; zero for real samples.
  let meanQ: Double
  /// The mean square magnitude, including the DC offset.
  ///
  /// For real samples, it is twice the mean square, so that a sine of amplitude 1 has a power of 1.
  let power: Double
  /// The power of the DC offset, as in bin 0 of real samples or the centre bin of complex samples.
  let constantPower: Double
  /// The fraction of components at the limits of the analogue-to-digital converter.
  let clippedShare: Double
  /// The number of components that are not valid numbers.
  let invalidCount: Int
  /// The power of mirror images relative to their signals; zero for real samples, which have none.
  let imagePowerRatio: Double
  /// The mean noise power per bin.
  let noiseFloor: Double
  private let isReal: Bool

  /// Surveys all samples at the main frequency, giving each the same weight in the spectrum except at the two
  /// ends.
  init(of file: SampleFile) throws(ReceiverError) {
    try self.init(of: file, ranges: file.mainRanges, overlap: file.settings.window.evenOverlap)
  }

  /// Surveys a small selection of samples from across the file.
  init(glancingAt file: SampleFile) throws(ReceiverError) {
    let count = file.configuration(overlap: 0.5).fftCount
    let length = max(count, 16 * min(count, 65_536))
    // The number of samples is limited, so that the survey is quick even for long transforms.
    let pieces = min(32, max(1, (1 << 25) / length))
    // Offsets are counted as if the main ranges followed each other directly.
    let main = file.mainRanges
    let total = main.reduce(0) { $0 + $1.count }
    let stride = max(length, total / pieces)
    var ranges: [Range<Int>] = []
    for place in Swift.stride(from: 0, to: max(1, total - length + 1), by: stride).prefix(pieces) {
      var left = place
      for range in main {
        if left < range.count {
          let start = range.lowerBound + left
          ranges.append(start..<min(start + length, range.upperBound))
          break
        }
        left -= range.count
      }
    }
    try self.init(of: file, ranges: ranges, overlap: 0.5)
  }

  private init(of file: SampleFile, ranges: [Range<Int>], overlap: Double) throws(ReceiverError) {
    var analyzer = try ReceiverError.analyzed(
      file.file.path, SpectrumAnalyzer(configuration: file.configuration(overlap: overlap)))
    let format = file.format
    var buffer: [UInt8] = []
    var floats: [Float] = []
    var sums = Sums(isReal: format.isReal)
    for range in ranges {
      try file.read(range, buffer: &buffer) { bytes in
        analyzer.process(bytes, format: format)
        let count = bytes.count / format.bytesPerComponent
        if floats.count != count { floats = [Float](repeating: 0, count: count) }
        var span = floats.mutableSpan
        let faults = format.convert(bytes, into: &span)
        sums.add(floats, faults)
      }
      analyzer.discontinue()
    }
    let transforms = analyzer.transformCount
    let duration = Int64(saturating: file.durationSeconds * 1e6)
    guard let row = analyzer.finishRow(durationMicroseconds: duration) else {
      throw .signal(.windowCount(file.sampleCount, transformCount: 64), path: file.file.path)
    }
    self.row = row
    rbwHertz = analyzer.rbwHertz
    transformCount = transforms
    sampleCount = sums.count
    let scale = 1 / Double(max(1, sums.count))
    meanI = sums.i * scale
    meanQ = sums.q * scale
    isReal = format.isReal
    let sides = isReal ? 2.0 : 1
    power = sides * sums.square * scale
    constantPower = sides * (meanI * meanI + meanQ * meanQ)
    clippedShare = Double(sums.faults.clippedCount) * scale * sides / 2
    invalidCount = sums.faults.invalidCount
    imagePowerRatio = sums.image * scale
    noiseFloor = NoiseFloor.mean(of: row.mean)
  }

  /// The highest power in any bin of any transform.
  var strongest: Double { Double(row.max.max() ?? 0) }

  /// The visible artefacts of the receiver; nil if there are none.
  ///
  /// The spike is the DC offset, at the centre of complex samples and at the bottom of real ones. An image is
  /// a peak opposite the strongest signal, with the level that the I/Q imbalance of the samples predicts.
  var artefacts: Artefacts? {
    let center = isReal ? 0 : row.axis.count / 2
    let isSpike = constantPower > 8 * noiseFloor && standsOut(center)
    var image: Int?
    var signal: Int?
    let guardBins = 8
    // Real samples give a one-sided spectrum without mirror images.
    let strongest =
      isReal
      ? nil
      : row.mean.indices.filter { abs($0 - center) > guardBins && $0 > 0 }
        .max { row.mean[$0] < row.mean[$1] }
    if let strongest {
      let mirror = 2 * center - strongest
      let ratio = Double(row.mean[mirror]) / Double(row.mean[strongest])
      let isChance = imagePowerRatio < 4 / Double(2 * max(1, sampleCount))
      if !isChance, ratio < 0.1, ratio < 8 * imagePowerRatio, ratio > imagePowerRatio / 8,
        Double(row.mean[mirror]) > 8 * noiseFloor, standsOut(mirror)
      {
        image = mirror
        signal = strongest
      }
    }
    guard isSpike || image != nil else { return nil }
    func hertz(_ bin: Int?) -> Double {
      bin.map { row.axis.firstHertz + Double($0) * row.axis.stepHertz } ?? .nan
    }
    return Artefacts(
      spikeHertz: hertz(isSpike ? center : nil), imageHertz: hertz(image), imageOfHertz: hertz(signal))
  }

  /// Returns whether a bin is more than 6 dB above the mean of the bins at a distance of 8 to 10 bins.
  private func standsOut(_ bin: Int) -> Bool {
    let sides = [bin - 10, bin - 9, bin - 8, bin + 8, bin + 9, bin + 10].filter(row.mean.indices.contains)
    let mean = sides.reduce(0) { $0 + row.mean[$1] } / Float(max(1, sides.count))
    return row.mean[bin] > 4 * mean
  }

  /// Running sums over all samples.
  private struct Sums {
    let isReal: Bool
    var count = 0
    var i = 0.0
    var q = 0.0
    var square = 0.0
    /// The sum of image power ratios, weighted by the number of samples.
    var image = 0.0
    var faults = SampleFaults()

    mutating func add(_ floats: [Float], _ faults: SampleFaults) {
      self.faults += faults
      guard !isReal else {
        for float in floats {
          i += Double(float)
          square += Double(float) * Double(float)
        }
        return count += floats.count
      }
      let samples = floats.count / 2
      for index in 0..<samples {
        let (re, im) = (Double(floats[2 * index]), Double(floats[2 * index + 1]))
        i += re
        q += im
        square += re * re + im * im
      }
      count += samples
      image += Impairments(samples: floats.span).imagePowerRatio * Double(samples)
    }
  }
}
