import Benchmark
import WavePropagation
import WaveSimulation
import WaveUnits

/// The demonstration's hills at an arc-second, as one surface.
private func hills() -> TerrainSurface {
  let hills = Hills()
  var surface = TerrainSurface()
  for index in Hills.tiles.indices {
    guard let tile = try? hills.tile(index) else { fatalError("the hills are no tiles") }
    surface.add(tile)
  }
  return surface
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(metrics: [.wallClock], maxDuration: .seconds(3))

  let surface = hills()
  let center = Coordinate(latitudeDegrees: 46.82, longitudeDegrees: 10.08)
  let plan = CoveragePlan(transmitter: center, frequencyHertz: 915e6, radiusMeters: 8000)
  guard let patch = try? surface.patch(around: center, radiusMeters: plan.radiusMeters),
    let whole = try? CoverageSweep(plan, over: patch)
  else { fatalError("there is no patch of the hills") }
  var swept = whole
  swept.advance(rays: swept.rayCount)
  let sweep = swept

  Benchmark("Patch of 8 km at 1 arc-second") { benchmark in
    for _ in benchmark.scaledIterations {
      blackHole(try surface.patch(around: center, radiusMeters: plan.radiusMeters))
    }
  }

  for (name, model) in [
    ("diffraction", CoveragePlan.Model.diffraction), ("free space", .freeSpace), ("P.1812", .p1812),
    ("learned", .learned),
  ] {
    Benchmark("Sweep of 8 km at 1 arc-second, 915 MHz, \(name)") { benchmark in
      var modelled = plan
      modelled.model = model
      for _ in benchmark.scaledIterations {
        var sweep = try CoverageSweep(modelled, over: patch)
        sweep.advance(rays: sweep.rayCount)
        blackHole(sweep)
      }
    }
  }

  Benchmark("Map of a sweep of 8 km at 1 arc-second") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(sweep.map()) }
  }

  let edge = Geodesic.place(from: center, bearingDegrees: 37, meters: 8000)
  Benchmark("Surface profile of 8 km, 30 m from point to point") { benchmark in
    for _ in benchmark.scaledIterations {
      blackHole(try surface.profile(from: center, to: edge, stepMeters: 30))
    }
  }

  guard let profile = try? surface.profile(from: center, to: edge, stepMeters: 30) else {
    fatalError("there is no profile of the hills")
  }
  for (name, model) in [("P.1812", CoveragePlan.Model.p1812), ("Longley-Rice", .irregularTerrain)] {
    Benchmark("\(name) of one path of \(profile.heightsMeters.count) points") { benchmark in
      var modelled = plan
      modelled.model = model
      for _ in benchmark.scaledIterations { blackHole(try modelled.loss(over: profile)) }
    }
  }
}
