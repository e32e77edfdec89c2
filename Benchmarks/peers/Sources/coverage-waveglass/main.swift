// Coverage by this library: our half of the comparison with other programs, and with the golden maps of one
// of them.
import Glibc
import WavePropagation
import WaveTerrainFormats
import WaveUnits

func seconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
}

func fail(_ message: String) -> Never {
  let line = message + "\n"
  write(2, line, line.utf8.count)
  exit(64)
}

func contents(of path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { fail("\(path): cannot be read") }
  defer { fclose(file) }
  fseek(file, 0, SEEK_END)
  let count = ftell(file)
  rewind(file)
  return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    filled = fread(buffer.baseAddress, 1, count, file)
  }
}

/// A tile of HGT, whose name says where it is.
func tile(_ path: String) throws -> TerrainTile {
  let name = path.split(separator: "/").last.map { Array($0.utf8) } ?? []
  guard let cell = DegreeCell(name: name) else { fail("\(path): the name says no place") }
  let bytes = contents(of: path)
  return try HGT.tile(bytes.span, cell: cell)
}

func number(_ text: String) -> Double {
  guard let value = Double(text) else { fail("\(text) is no number") }
  return value
}

/// `sweep LAT LON HERTZ METERS MODEL TIMES TILE…`: medians of the processor's seconds, one thread.
func sweep(_ arguments: [String]) throws {
  let models: [String: CoveragePlan.Model] = [
    "diffraction": .diffraction, "p1812": .p1812, "itm": .irregularTerrain, "free": .freeSpace,
    "learned": .learned, "hata": .hata, "ehata": .extendedHata,
  ]
  guard arguments.count >= 7, let model = models[arguments[4]], let times = Int(arguments[5]) else {
    fail("sweep LAT LON HERTZ METERS MODEL TIMES TILE…")
  }
  let plan = CoveragePlan(
    transmitter: Coordinate(latitudeDegrees: number(arguments[0]), longitudeDegrees: number(arguments[1])),
    frequencyHertz: number(arguments[2]), radiusMeters: number(arguments[3]), model: model)
  var spent: [[Double]] = [[], [], [], []]
  var posts = 0
  var rays = 0
  func measure<Value>(_ place: Int, _ work: () throws -> Value) rethrows -> Value {
    let start = seconds()
    let value = try work()
    spent[place].append(seconds() - start)
    return value
  }
  for _ in 0..<Swift.max(1, times) {
    let surface = try measure(0) {
      var surface = TerrainSurface()
      for path in arguments[6...] { surface.add(try tile(path)) }
      return surface
    }
    let patch = try measure(1) {
      try surface.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters)
    }
    let swept = try measure(2) {
      var sweep = try CoverageSweep(plan, over: patch, order: .around)
      sweep.advance(rays: sweep.rayCount)
      return sweep
    }
    let map = measure(3) { swept.map() }
    posts = map.losses.reduce(0) { $1 == CoverageMap.nothing ? $0 : $0 + 1 }
    rays = swept.rayCount
  }
  let medians = spent.map { $0.sorted()[$0.count / 2] }
  print(
    "{\"load\": \(medians[0]), \"patch\": \(medians[1]), \"sweep\": \(medians[2]), \"map\": \(medians[3]), "
      + "\"posts\": \(posts), \"rays\": \(rays)}")
}

var arguments = Array(CommandLine.arguments.dropFirst())
guard let command = arguments.first else { fail("sweep … or area …") }
arguments.removeFirst()
switch command {
case "sweep": try sweep(arguments)
case "area": try GoldenArea(arguments).compare()
default: fail("there is no \(command): sweep or area")
}
