import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits
import WaveWire

@testable import WaveCoverage

extension GoldenScenes {
  /// Where a path ends that is read, and where another begins.
  static let far = Coordinate(latitudeDegrees: 46.857, longitudeDegrees: 10.112)
  static let near = Coordinate(latitudeDegrees: 46.841, longitudeDegrees: 10.094)
  /// Behind the hole in the ground.
  static let hidden = Coordinate(latitudeDegrees: 46.8655, longitudeDegrees: 10.084)

  /// Plays the whole session.
  mutating func play() throws {
    try playGround()
    try playDownloads()
    try playFirstMap()
    try playPaths()
    try playModels()
    try playSurfaces()
    try playSeveral()
    try playPoints()
    try playStreets()
    try playServer()
    try playScreens()
    try playFaults()
  }

  // MARK: - Without a transmitter

  private mutating func playGround() throws {
    let whole = bench
    bench = Bench(tiles: [])
    bench.send(size.resize())
    try state("no tiles")
    bench = whole
    bench.send(size.resize())
    try state("tiles without blocks")
    try settled("ground")
    bench.send(.appearance(isDark: false, reducesMotion: true))
    try state("light ground")
    bench.send(.appearance(isDark: true, reducesMotion: true))
    bench.send(.press(.chip))
    try settled("all tiles")
    bench.set(.pickTile, to: 2)
    try settled("far tile picked")
    bench.set(.pickTile, to: 0)
    try settled("near tile picked")
    for _ in 0..<3 { bench.send(.key(.zoomIn, isShifted: false)) }
    bench.send(.key(.left, isShifted: false))
    bench.send(.key(.down, isShifted: true))
    try settled("near")
    let (width, height) = (size.numbers.width, size.numbers.height)
    bench.send(.wheel(x: width / 3, y: height / 3, dx: 0, dy: 300, zoom: .none))
    bench.send(.wheel(x: width / 3, y: height / 3, dx: 50, dy: 3, zoom: .none))
    for _ in 0..<6 { bench.send(.key(.zoomOut, isShifted: false)) }
    try settled("far away")
    bench.send(.key(.home, isShifted: false))
  }

  private mutating func playDownloads() throws {
    let cell = TerrainCell(south: 50, west: 8)
    func progress(
      _ phase: TerrainProgress.Phase, _ done: UInt64, _ total: UInt64, _ text: String = ""
    ) -> CoverageMessage {
      .progress(
        TerrainProgress(
          cell: cell, phase: phase, doneBytes: done, totalBytes: total, text: Array(text.utf8)))
    }
    bench.receive(progress(.offered, 0, 0, "elevation of the whole earth"))
    bench.enter("50.5 N, 8.25 E", into: .place)
    try settled("no tile there")
    bench.press(.fetchTile)
    try state("tile asked for")
    bench.receive(progress(.coming, 12_300_000, 25_000_000))
    try state("tile coming")
    bench.receive(progress(.failed, 0, 0, "That source has no such tile."))
    try state("tile failed")
    bench.send(.press(.alert))
    for (field, text) in [(CoverageField.frequency, "much"), (.radius, "-1"), (.power, "999")] {
      bench.enter(text, into: field)
    }
  }

  // MARK: - One transmitter

  private mutating func playFirstMap() throws {
    bench.send(.key(.home, isShifted: false))
    let (x, y) = bench.model.view.pixel(of: Bench.middle)
    bench.hold(x, y)
    try state("pin without a map")
    bench.answer()
    bench.model.performWork()
    bench.model.worked(microseconds: 1500)
    try state("coarse map")
    try settled("loss")
    bench.send(.press(.chip))
    try settled("circle fitted")
    bench.send(.key(.two, isShifted: false))
    bench.enter("17.5", into: .power)
    bench.enter("-72", into: .sensitivity)
    try settled("level")
    bench.set(.useSafeColors, to: 1)
    try settled("level in safe colours")
    bench.send(.key(.one, isShifted: false))
    bench.send(.appearance(isDark: false, reducesMotion: true))
    try settled("light loss in safe colours")
    bench.set(.useSafeColors, to: 0)
    bench.send(.appearance(isDark: true, reducesMotion: true))

    let type = size.numbers.scale * size.numbers.textScale
    let head = tip(0, up: 30 * type)
    drag(from: head, by: (40 * type, 25 * type))
    try state("pin held")
    bench.work()
    try state("pin held, coarse map")
    lift(at: (head.x + 40 * type, head.y + 25 * type))
    try settled("pin moved")
    press(at: Bench.middle)
    try settled("offer to keep both")

    let plan = bench.model.plan
    let radius = plan.map { bench.model.canvas.radiusPixels(of: $0) } ?? 0
    let rim = tip(0, up: 0, aside: radius)
    drag(from: rim, by: (-12 * type, 0))
    try state("circle held")
    lift(at: (rim.x - 12 * type, rim.y))
    try settled("circle moved")
    bench.enter("2", into: .radius)
    bench.enter("46.8935, 10.1", into: .place)
    try settled("part of the circle without a tile")
    bench.enter("46.85, 10.1", into: .place)
    bench.enter("60", into: .radius)
    try state("too many posts")
    bench.enter("2", into: .radius)
    bench.send(.press(.chip))
    try settled("middle again")
  }

  private mutating func playPaths() throws {
    tap(Self.far)
    try settled("path")
    bench.send(.press(.handle))
    try settled("path beside the drawer")
    bench.send(.press(.handle))
    bench.send(.appearance(isDark: false, reducesMotion: true))
    try settled("light path")
    bench.send(.appearance(isDark: true, reducesMotion: true))
    let end = bench.model.view.pixel(of: Self.far)
    let other = bench.model.view.pixel(of: Self.hidden)
    drag(from: end, by: (other.x - end.x, other.y - end.y))
    try state("far end held")
    lift(at: other)
    try settled("path over a hole")
    for (height, name) in [("300", "path from high above"), ("2", "path from near the ground")] {
      bench.enter(height, into: .transmitterHeight)
      try settled(name)
    }
    bench.enter("30", into: .transmitterHeight)
    let reading = bench.model.reading
    let start = reading.flatMap { bench.model.targets.canvas.nearEnd(of: $0, bench.model.content.sites) }
    if let start {
      let place = bench.model.view.pixel(of: Self.near)
      drag(from: start, by: (place.x - start.x, place.y - start.y))
      try settled("near end held")
      lift(at: place)
    }
    try settled("path between two places")
    bench.send(.key(.two, isShifted: false))
    try settled("level at the end of a path")
    bench.send(.key(.escape, isShifted: false))
    bench.send(.key(.one, isShifted: false))
    try settled("path closed")
  }

  // MARK: - Models

  private mutating func playModels() throws {
    for choice in ModelChoice.all {
      bench.enter(choice.isSlow ? "0.7" : "2", into: .radius)
      try bench.choose(choice.model)
      if choice.model == .p1812 {
        bench.set(.chooseClutter, to: 2)
        bench.enter("10", into: .timePercent)
        bench.enter("95", into: .locationPercent)
      }
      if choice.model == .hata { bench.set(.chooseArea, to: 3) }
      try settled("model \(choice.model)")
    }
    bench.enter("2", into: .radius)
    try bench.choose(.learned)
    bench.send(.key(.three, isShifted: false))
    try settled("how sure")
    bench.send(.appearance(isDark: false, reducesMotion: true))
    tap(Self.near)
    try settled("path in light, how sure")
    bench.enter("6", into: .frequency)
    bench.enter("50 m", into: .transmitterHeight)
    try settled("outside the model's limits")
    bench.enter("915 MHz", into: .frequency)
    bench.send(.appearance(isDark: true, reducesMotion: true))
    bench.send(.key(.escape, isShifted: false))
    bench.enter("30", into: .transmitterHeight)
    try bench.choose(.diffraction)
    bench.send(.key(.one, isShifted: false))
  }

  private mutating func playSurfaces() throws {
    bench.surfaceHeight = { north, east in
      guard north < 46.86 + 1e-6, north > 46.84 - 1e-6, east > 10.105 - 1e-6, east < 10.115 + 1e-6 else {
        return nil
      }
      return Self.ground(north, east) + (east > 10.107 && east < 10.112 ? 25 : 0)
    }
    let parts = [
      SurfacePart(
        northDegrees: 46.86, westDegrees: 10.105, southDegrees: 46.84, eastDegrees: 10.115, version: 9,
        name: Array("wood".utf8)),
      SurfacePart(name: Array("town".utf8), fault: Array("its posts are not square".utf8)),
    ]
    bench.receive(.surfaces(TerrainSurfaces(first: 0, total: UInt16(parts.count), parts: parts)))
    for _ in 0..<4 { try bench.settle() }
    try settled("trees and roofs")
    tap(Self.far)
    try settled("path through trees")
    bench.send(.key(.escape, isShifted: false))
    bench.set(.includeSurface, to: 0)
    try settled("without trees and roofs")
    bench.receive(.surfaces(TerrainSurfaces(first: 0, total: 0, parts: [])))
    try settled("no surface models")
  }
}
