// The spectrum of raw IQ by this library: our half of the comparison. The C file beside says what is done.
import Glibc
import WaveSignal

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
struct SpectrumOfIQ: ~Copyable {
  static let rowCount = 30
  static let bytesPerRow = 2 * 80_000

  var analyzer: SpectrumAnalyzer
  let reducer: ColumnReducer
  var row: PowerRow
  var columns = [Float](repeating: 0, count: 2048)
  var levels = [Int16](repeating: 0, count: 2048)

  init() throws {
    analyzer = try SpectrumAnalyzer(
      configuration: AnalyzerConfiguration(fftCount: 4096, window: .blackmanHarris, sampleRateHertz: 2.4e6))
    let axis = analyzer.axis
    reducer = ColumnReducer(axis: axis, lowHertz: axis.lowHertz, highHertz: axis.highHertz, columns: 2048)
    row = PowerRow(
      sequence: 0, startMicroseconds: 0, durationMicroseconds: 33_333, axis: axis, enbwHertz: 0, max: [],
      mean: [],
      min: [])
  }

  mutating func run(_ bytes: [UInt8]) -> Int {
    var digest = 0
    analyzer.discontinue()
    for index in 0..<Self.rowCount {
      let start = index * Self.bytesPerRow
      analyzer.process(bytes.span.extracting(start..<start + Self.bytesPerRow), format: .cu8)
      _ = analyzer.finishRow(into: &row)
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
    Millibels.encode(columns.span, into: &span)
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let passes = Int(arguments[3]), passes > 0 else {
  fail("usage: spectrum-waveglass iq FILE PASSES | fft COUNT PASSES", status: 64)
}
var times: [Double] = []
if arguments[1] == "iq" {
  guard let bytes = contents(of: arguments[2], count: SpectrumOfIQ.rowCount * SpectrumOfIQ.bytesPerRow) else {
    fail("\(arguments[2]): missing or too short", status: 66)
  }
  var spectrum = try SpectrumOfIQ()
  var digest = 0
  for _ in 0..<passes {
    let start = processorSeconds()
    digest = spectrum.run(bytes)
    times.append((processorSeconds() - start) / Double(SpectrumOfIQ.rowCount))
  }
  print(times.sorted()[passes / 2], digest)
} else {
  let count = Int(arguments[2]) ?? 0
  var plan = try FFT(count: count)
  let input = (0..<count).flatMap { [Float($0 % 17) / 17, Float($0 % 23) / 23] }
  var output = [Float](repeating: 0, count: 2 * count)
  let repeats = 400_000 / count + 1
  for _ in 0..<passes {
    let start = processorSeconds()
    for _ in 0..<repeats {
      var span = output.mutableSpan
      plan.transform(input.span, into: &span)
    }
    times.append((processorSeconds() - start) / Double(repeats))
  }
  print(times.sorted()[passes / 2], output[2])
}
