// Our half of the comparison of lenses: `compare.py` in Benchmarks/series runs it.
//
// Usage: series-waveglass lens NAME f32|f64 FILE THRESHOLD PASSES [THREADS]
//          seconds for a pass, and the rows' sum
//        series-waveglass make FILE COUNT
//          a walk of COUNT floats in FILE, its pyramids in FILE.pyramid
//        series-waveglass zoom FILE COUNT SHARE PASSES
//          seconds for 1000 columns of a window: median and 99th percentile
//        series-waveglass error COUNT
//          wrong pixels of each lens, of 1000 columns of 200 rows, as Markdown
import Dispatch
import Glibc
import WaveSeries

func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
}

func fail(_ message: String) -> Never {
  let line = message + "\n"
  _ = line.withCString { write(2, $0, strlen($0)) }
  exit(64)
}

/// Maps a file, which stays as long as the process; if wished, all of its pages at once.
func map(_ path: String, isPopulated: Bool = false) -> UnsafeRawBufferPointer {
  let file = open(path, O_RDONLY)
  var status = stat()
  guard file >= 0, fstat(file, &status) == 0, status.st_size > 0,
    let base = mmap(
      nil, Int(status.st_size), PROT_READ, MAP_SHARED | (isPopulated ? MAP_POPULATE : 0), file, 0),
    base != MAP_FAILED
  else { fail("\(path): cannot be mapped") }
  return UnsafeRawBufferPointer(start: base, count: Int(status.st_size))
}

func rows<Value: LensValue>(_ name: String, _ values: Span<Value>, _ threshold: Int, _ threads: Int) -> [Int]
{
  guard threads == 1 else { return parallel(name, values, threshold, threads) }
  return switch name {
  case "m4": M4.rows(of: values, threshold: threshold)
  case "minmax": MinMax.rows(of: values, threshold: threshold)
  case "lttb": LTTB.rows(of: values, threshold: threshold)
  case "minmaxlttb": MinMaxLTTB.rows(of: values, threshold: threshold)
  default: fail("\(name): no such lens")
  }
}

/// Buckets do not know of each other: each thread takes a stretch of them.
func parallel<Value: LensValue>(_ name: String, _ values: Span<Value>, _ threshold: Int, _ threads: Int)
  -> [Int]
{
  let buckets = threshold / (name == "m4" ? 4 : 2)
  let edges = PixelMap(start: 0, end: Int64(values.count), columns: buckets).edges(rowCount: values.count)
  nonisolated(unsafe) var parts = [[Int]](repeating: [], count: threads)
  values.withUnsafeBufferPointer { values in
    nonisolated(unsafe) let values = values
    parts.withUnsafeMutableBufferPointer { parts in
      nonisolated(unsafe) let parts = parts
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        let own = Array(edges[thread * buckets / threads...(thread + 1) * buckets / threads])
        parts[thread] =
          name == "m4" ? M4.rows(of: values.span, edges: own) : MinMax.rows(of: values.span, edges: own)
      }
    }
  }
  return parts.flatMap { $0 }
}

func lens<Value: LensValue>(
  _ name: String, _ values: UnsafeBufferPointer<Value>, _ threshold: Int, _ passes: Int, _ threads: Int
) {
  // Of one thread the processor's time; of several that on the wall.
  let clock = threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC
  var times: [Double] = []
  var sum = 0
  for _ in 0..<passes {
    let start = seconds(clock)
    let rows = rows(name, values.span, threshold, threads)
    times.append(seconds(clock) - start)
    sum = rows.reduce(0, +)
  }
  times.sort()
  print(times[passes / 2], sum)
}

func make(_ path: String, _ count: Int) {
  guard let values = fopen(path, "w"), let pyramids = fopen(path + ".pyramid", "w") else {
    fail("\(path): cannot be written")
  }
  var bits: UInt64 = 2015
  var level: Float = 0
  for start in stride(from: 0, to: count, by: SeriesChunk.capacity) {
    let chunk = SeriesChunk(count: min(SeriesChunk.capacity, count - start)) { span in
      for place in span.indices {
        bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        level += Float(Int64(bitPattern: bits) >> 40) / 8_388_608
        span[place] = level
      }
    }
    let write = { (span: Span<Float>, file: UnsafeMutablePointer<FILE>) in
      _ = span.withUnsafeBufferPointer { fwrite($0.baseAddress, 4, $0.count, file) }
    }
    chunk.withValues { write($0, values) }
    chunk.withPyramid { write($0, pyramids) }
  }
  fclose(values)
  fclose(pyramids)
}

func zoom(_ path: String, _ count: Int, _ share: Double, _ passes: Int) {
  let (values, pyramids) = (map(path), map(path + ".pyramid", isPopulated: true))
  guard let base = values.baseAddress, let pyramidBase = pyramids.baseAddress else {
    fail("\(path): is empty")
  }
  let memory = SeriesMemory(base, byteCount: values.count) {}
  let pyramid = SeriesMemory(pyramidBase, byteCount: pyramids.count) {}
  var series = Series()
  var place = 0
  for start in stride(from: 0, to: count, by: SeriesChunk.capacity) {
    let length = min(SeriesChunk.capacity, count - start)
    series.append(
      SeriesChunk(
        memory, byteOffset: 4 * start, count: length, pyramid: pyramid, pyramidByteOffset: place,
        validCount: length, sum: 0))
    place += 4 * SeriesChunk.pyramidFloats(of: length)
  }
  let scale = ValueScale(
    low: Double(series.extremes.minimum), high: Double(series.extremes.maximum), rows: 200)
  var spans: [TraceSpan] = []
  var times: [Double] = []
  var bits: UInt64 = 1
  for _ in 0..<passes {
    bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let width = max(Int64(Double(count) * share), 1)
    let first = Int64(Double(Int64(count) - width) * Double(bits >> 11) / 9_007_199_254_740_992)
    let start = seconds(CLOCK_PROCESS_CPUTIME_ID)
    let map = PixelMap(start: first, end: first + width, columns: 1000)
    let edges = map.edges(rowCount: count)
    Trace.spans(of: series, edges: edges, neighbors: map.neighbors(of: edges), scale: scale, into: &spans)
    times.append(seconds(CLOCK_PROCESS_CPUTIME_ID) - start)
  }
  times.sort()
  print(times[passes / 2], times[passes * 99 / 100])
}

/// What the lenses are tried on: rough, smooth with a few spikes, smooth, and flat with jumps.
func shape(_ name: String, _ count: Int) -> [Float] {
  var bits: UInt64 = 2013
  func noise() -> Float {
    bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(Int64(bitPattern: bits) >> 40) / 8_388_608
  }
  var level: Float = 0
  return (0..<count).map { row in
    let sine = Float(sin(2 * Double.pi * 7 * Double(row) / Double(count)))
    switch name {
    case "walk":
      level += noise()
      return level
    case "noisy sine, 40 spikes":
      return sine + 0.05 * noise() + (row % (count / 40) == count / 80 ? 2 * noise() : 0)
    case "sine": return sine
    default:
      if row % (count / 997) == 0 { level = noise() }
      return level
    }
  }
}

func errors(_ count: Int) {
  let shapes = ["walk", "noisy sine, 40 spikes", "sine", "steps"].map { (name: $0, values: shape($0, count)) }
  print("| lens | points | \(shapes.map(\.name).joined(separator: " | ")) |")
  print("|---|---|\(shapes.map { _ in "---|" }.joined())")
  let map = PixelMap(start: 0, end: Int64(count), columns: 1000)
  let edges = map.edges(rowCount: count)
  let pictures = shapes.map { _, values -> (scale: ValueScale, series: Series, exact: [TraceSpan]) in
    let series = Series(values.span)
    let scale = ValueScale(
      low: Double(series.extremes.minimum), high: Double(series.extremes.maximum), rows: 200)
    var spans: [TraceSpan] = []
    Trace.spans(of: series, edges: edges, scale: scale, into: &spans)
    return (scale, series, spans)
  }
  let covered = pictures.map { "\(Trace.coveredPixelCount($0.exact, rows: 200))" }.joined(separator: " | ")
  print("| lit | | \(covered) |")
  for lens in Lens.allCases {
    for threshold in [227, 1000, 2000, 4000] {
      let wrong = pictures.map { scale, series, exact -> String in
        var spans: [TraceSpan] = []
        let points = lens.points(of: series, from: 0, to: count, threshold: threshold, window: count / 1000)
        Trace.spans(of: points, columns: 1000, scale: scale, into: &spans) { map.column(of: Int64($0)) }
        return "\(Trace.differingPixels(exact, spans, rows: 200))"
      }
      print("| \(lens.name) | \(threshold) | \(wrong.joined(separator: " | ")) |")
    }
  }
}

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "error", let count = Int(arguments[2]), count > 1000 {
  errors(count)
  exit(0)
}
guard arguments.count >= 4, let number = Int(arguments[3]) ?? (arguments[1] == "lens" ? 0 : nil) else {
  fail(
    """
    usage: series-waveglass lens NAME f32|f64 FILE THRESHOLD PASSES [THREADS] | make FILE COUNT | zoom FILE \
    COUNT SHARE PASSES | error COUNT
    """
  )
}
switch (arguments[1], arguments.count) {
case ("lens", 7...8):
  guard let threshold = Int(arguments[5]), let passes = Int(arguments[6]), passes > 0 else {
    fail("no number")
  }
  let threads = arguments.count == 8 ? Int(arguments[7]) ?? 1 : 1
  let bytes = map(arguments[4])
  if arguments[3] == "f32" {
    lens(arguments[2], bytes.bindMemory(to: Float.self), threshold, passes, threads)
  } else {
    lens(arguments[2], bytes.bindMemory(to: Double.self), threshold, passes, threads)
  }
case ("make", 4): make(arguments[2], number)
case ("zoom", 6):
  guard let share = Double(arguments[4]), let passes = Int(arguments[5]), passes > 0 else {
    fail("no number")
  }
  zoom(arguments[2], number, share, passes)
default: fail("see the first lines of the source")
}
