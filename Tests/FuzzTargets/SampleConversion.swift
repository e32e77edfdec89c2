import WaveSpectra

/// Every format, made once.
let allFormats = IQFormat.allCases

extension FuzzTarget {
  /// Samples of every format as floats; the first byte of the input chooses the format.
  static let sampleConversion = FuzzTarget("sample-conversion", byteLimit: 512) { bytes throws(Finding) in
    guard let head = bytes.first else { return }
    let format = allFormats[Int(head) % allFormats.count]
    let content = Array(bytes.dropFirst())
    let (whole, faults) = convert(content, format)
    try require(whole.allSatisfy { $0.magnitude <= 0x1p32 }, "a level is finite and within 2^32")
    try require(
      faults.clippedCount + faults.invalidCount <= whole.count, "a component has one fault at most")
    let invalid = whole.indices.count { whole[$0] == 0 }
    try require(faults.invalidCount <= invalid, "what is no level becomes zero")

    var pieces: [Float] = []
    var sum = SampleFaults()
    let size = format.bytesPerComponent
    var start = 0
    var step = 1
    while start + size <= content.count {
      let end = Swift.min(content.count / size * size, start + step * size)
      let (part, more) = convert(Array(content[start..<end]), format)
      pieces += part
      sum.clippedCount += more.clippedCount
      sum.invalidCount += more.invalidCount
      start = end
      step = step % 7 + 1
    }
    try require(pieces.map(\.bitPattern) == whole.map(\.bitPattern), "pieces give what the whole gives")
    try require(sum == faults, "faults add up")
  }

  private static func convert(_ bytes: [UInt8], _ format: IQFormat) -> ([Float], SampleFaults) {
    var components = [Float](repeating: .nan, count: bytes.count / format.bytesPerComponent)
    var span = components.mutableSpan
    let faults = format.convert(bytes.span, into: &span)
    return (components, faults)
  }
}
