// The spectrum of raw IQ by this library: our half of the comparison. The C file beside says what is done.
import Glibc
import WaveSignal
import WaveSpectra

func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
}

func fail(_ message: String, status: Int32) -> Never {
  let line = message + "\n"
  write(2, line, line.utf8.count)
  exit(status)
}

func contents(of path: String, count: Int) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    filled = fread(buffer.baseAddress, 1, count, file)
  }
  return bytes.count == count ? bytes : nil
}

/// The steps from bytes to levels as the server takes them.
struct SpectrumOfSamples: ~Copyable {
  static let sampleCount = 2_400_000

  var analyzer: SpectrumAnalyzer
  let reducer: ColumnReducer
  let rowSamples: Int
  let bytesPerSample: Int
  var row: PowerRow
  var columns: [Float]
  var levels: [Int16]

  init(count: Int, isReal: Bool) throws {
    analyzer = try SpectrumAnalyzer(
      configuration: AnalyzerConfiguration(
        fftCount: count, window: .blackmanHarris, sampleRateHertz: 2.4e6, isReal: isReal))
    let axis = analyzer.axis
    // Of a real spectrum the last bin is left out, so that every column has as many.
    let bins = isReal ? axis.count - 1 : axis.count
    reducer = ColumnReducer(
      axis: axis, lowHertz: axis.lowHertz, highHertz: axis.lowHertz + Double(bins) * axis.stepHertz,
      columns: Swift.min(2048, bins))
    columns = [Float](repeating: 0, count: reducer.columns)
    levels = [Int16](repeating: 0, count: reducer.columns)
    rowSamples = Swift.max(80_000, count / 2)
    bytesPerSample = isReal ? 1 : 2
    row = PowerRow(
      sequence: 0, startMicroseconds: 0, durationMicroseconds: 33_333, axis: axis, enbwHertz: 0, max: [],
      mean: [], min: [])
  }

  var rowCount: Int { Self.sampleCount / rowSamples }

  mutating func run(_ bytes: [UInt8]) -> Int {
    var digest = 0
    analyzer.discontinue()
    let byteCount = rowSamples * bytesPerSample
    for index in 0..<rowCount {
      let start = index * byteCount
      analyzer.process(bytes.span.extracting(start..<start + byteCount), format: .cu8)
      guard analyzer.finishRow(into: &row) else { continue }
      digest += encode(row.max, .max)
      digest += encode(row.mean, .mean)
      digest += encode(row.min, .min)
    }
    return digest
  }

  private mutating func encode(_ plane: [Float], _ detector: Detector) -> Int {
    Self.reduce(plane, detector, by: reducer, into: &columns)
    Self.encode(columns, into: &levels)
    var digest = 0
    for level in levels { digest &+= Int(level) }
    return digest
  }

  private static func reduce(
    _ plane: [Float], _ detector: Detector, by reducer: ColumnReducer, into columns: inout [Float]
  ) {
    var span = columns.mutableSpan
    reducer.reduce(plane.span, detector, into: &span)
  }

  private static func encode(_ columns: [Float], into levels: inout [Int16]) {
    var span = levels.mutableSpan
    Centibels.encode(columns.span, into: &span)
  }
}

/// The median time of some passes, each of as many repeats, of what is done.
func median(passes: Int, repeats: Int, _ work: () -> Void) -> Double {
  var times: [Double] = []
  for _ in 0..<passes {
    let start = processorSeconds()
    for _ in 0..<repeats { work() }
    times.append((processorSeconds() - start) / Double(repeats))
  }
  return times.sorted()[passes / 2]
}

/// A sample of what both halves transform.
func sample(_ index: Int) -> Float {
  let (a, b) = (Float(index % 17), Float(index % 23))
  return a / 17 - b / 46
}

let arguments = CommandLine.arguments
guard arguments.count == 4 || arguments.count == 5, let count = Int(arguments[arguments.count - 2]),
  let passes = Int(arguments[arguments.count - 1]), passes > 0
else {
  fail("usage: spectrum-waveglass complex|real COUNT PASSES | iq|samples FILE COUNT PASSES", status: 64)
}
let repeats = 400_000 / count + 1
switch arguments[1] {
case "iq", "samples":
  guard let bytes = contents(of: arguments[2], count: 2 * SpectrumOfSamples.sampleCount) else {
    fail("\(arguments[2]): missing or too short", status: 66)
  }
  var spectrum = try SpectrumOfSamples(count: count, isReal: arguments[1] == "samples")
  var digest = 0
  let seconds = median(passes: passes, repeats: 1) { digest = spectrum.run(bytes) }
  print(seconds / Double(spectrum.rowCount), digest)
case "real":
  var plan = try RealFFT(count: count)
  let input = (0..<count).map(sample)
  var output = [Float](repeating: 0, count: count + 2)
  let seconds = median(passes: passes, repeats: repeats) {
    var span = output.mutableSpan
    _ = plan.transform(input.span, into: &span)
  }
  print(seconds, output[2])
default:
  var plan = try FFT(count: count)
  let input = (0..<2 * count).map(sample)
  var output = [Float](repeating: 0, count: 2 * count)
  let seconds = median(passes: passes, repeats: repeats) {
    var span = output.mutableSpan
    plan.transform(input.span, into: &span)
  }
  print(seconds, output[2])
}
