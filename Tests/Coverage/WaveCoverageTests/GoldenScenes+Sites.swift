import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits
import WaveWire

@testable import WaveCoverage

// Several transmitters, measured points, streets, the server, other screens, and faults.
extension GoldenScenes {
  mutating func playSeveral() throws {
    bench.send(.press(.chip))
    bench.press(.addSite)
    try state("second pin without a map")
    try settled("two transmitters, strongest")
    press(at: Self.near)
    try settled("offer to keep a third")
    bench.press(.keepBoth)
    bench.send(.press(.chip))
    try settled("three transmitters")
    for (number, name) in ["loss", "level", "strongest", "best server", "overlap"].enumerated() {
      bench.set(.chooseDisplay, to: number)
      try settled("\(name) of three")
    }
    tap(Self.far)
    try settled("path to the best of three")
    bench.send(.key(.escape, isShifted: false))
    bench.send(.key(.three, isShifted: false))
    bench.set(.selectSite, to: 0)
    bench.send(.appearance(isDark: false, reducesMotion: true))
    try settled("first selected, in light")
    let type = size.numbers.scale * size.numbers.textScale
    let head = tip(1, up: 26 * type)
    drag(from: head, by: (8 * type, -20 * type))
    try state("second pin held")
    lift(at: (head.x + 8 * type, head.y - 20 * type))
    bench.send(.appearance(isDark: true, reducesMotion: true))
    try settled("second pin moved")
    bench.set(.chooseDisplay, to: 2)
    try settled("three again, strongest")
  }

  mutating func playPoints() throws {
    var points = MeasuredPoints()
    points.add(Self.far, decibelMilliwatts: -88.5)
    for index in 0..<160 {
      let place = Coordinate(
        latitudeDegrees: 46.85 + Double(index * 37 % 160 - 80) * 0.0003,
        longitudeDegrees: 10.1 + Double(index * 53 % 160 - 80) * 0.0004)
      // A few places have no level, and some levels are off the scale.
      points.add(place, decibelMilliwatts: index % 9 == 4 ? nil : -20 - Double(index * 29 % 131))
    }
    bench.model.change(.points(points))
    try settled("points on the strongest of three")
    for _ in 0..<2 { bench.press(.removeSite) }
    bench.set(.chooseDisplay, to: 0)
    bench.send(.press(.chip))
    try settled("points on losses")
    tap(Self.far)
    try settled("path to a measured point")
    bench.set(.calibrate, to: 1)
    try settled("calibrated path")
    bench.send(.key(.escape, isShifted: false))
    bench.send(.key(.two, isShifted: false))
    bench.enter("-95", into: .measuredFloor)
    try settled("calibrated level")
    bench.send(.press(.handle))
    try settled("calibrated, with the drawer")
    bench.send(.press(.handle))
    bench.press(.removeMeasured)
    bench.send(.key(.one, isShifted: false))
    try settled("points removed")
  }

  mutating func playStreets() throws {
    bench.receive(
      .streets(
        TerrainStreets(
          zoom: 14, address: Array("streets/{z}/{x}/{y}".utf8),
          attribution: Array("\u{00A9} Somebody and others".utf8))))
    bench.set(.showStreets, to: 1)
    for slot in try draw() { _ = bench.model.pictureLoaded(slot, isLoaded: false, at: bench.now) }
    try state("streets fail")
    bench.now += StreetPictures.retryMicroseconds + 1
    for round in 0..<60 {
      let slots = try draw()
      if slots.isEmpty { break }
      // The last ones of the first round never arrive.
      for slot in slots {
        _ = bench.model.pictureLoaded(slot, isLoaded: round > 0 || slot < 6, at: bench.now)
      }
    }
    try state("streets")
    bench.send(.appearance(isDark: false, reducesMotion: true))
    tap(Self.near)
    try settled("path over streets in light")
    bench.send(.key(.escape, isShifted: false))
    bench.send(.appearance(isDark: true, reducesMotion: true))
    bench.set(.showStreets, to: 0)
  }

  mutating func playServer() throws {
    bench.receive(.coverageOffer(CoverageOffer(sampleLimit: 30_000_000)))
    bench.answer()
    bench.sent = []
    bench.set(.computeOnServer, to: 1)
    bench.enter("31", into: .transmitterHeight)
    bench.answer()
    try bench.draw()
    try state("waiting for the server")
    let number = bench.model.content.served.number
    bench.receive(.coverageProgress(CoverageProgress(number: number, doneCount: 407, rayCount: 1000)))
    try state("on the server, 40 %")
    bench.receive(.coverageRefusal(CoverageRefusal(number: number, text: Array("That is too much.".utf8))))
    try settled("refused by the server")
    bench.set(.computeOnServer, to: 0)
    try settled("on this device")
  }

  // MARK: - Screens

  mutating func playScreens() throws {
    let insets = Insets(top: 24, right: 10, bottom: 20, left: 12)
    bench.send(size.resize(insets: insets, headPoints: 92))
    bench.send(.press(.chip))
    try settled("margins")
    tap(Self.far)
    try settled("path with margins")
    bench.send(size.resize(height: (size.numbers.height * 0.45).rounded(), insets: insets))
    try settled("path on a low screen")
    bench.send(.key(.escape, isShifted: false))
    try settled("low screen")
    bench.send(size.resize())
    bench.send(.press(.chip))

    let (width, height) = (size.numbers.width, size.numbers.height)
    bench.now += 1_000_000
    bench.touch(.began, width * 0.4, height * 0.3, id: 1)
    bench.touch(.began, width * 0.6, height * 0.3, id: 2)
    for step in 1...3 {
      bench.now += 20_000
      bench.touch(.moved, width * (0.4 - 0.08 * Float(step)), height * 0.28, id: 1)
      bench.touch(.moved, width * (0.6 + 0.08 * Float(step)), height * 0.32, id: 2)
    }
    try state("pinched")
    bench.now += 1_000_000
    bench.touch(.ended, width * 0.16, height * 0.28, id: 1)
    bench.touch(.ended, width * 0.84, height * 0.32, id: 2)
    try settled("blocks after a pinch")
    for _ in 0..<9 { bench.send(.key(.zoomIn, isShifted: false)) }
    try settled("as near as can be")
    bench.send(.key(.home, isShifted: false))
  }

  // MARK: - Faults

  mutating func playFaults() throws {
    bench.enter("46.8625, 10.0865", into: .place)
    try settled("pin in a hole")
    bench.press(.removeSite)
    try settled("no transmitter")
    bench.send(.key(.marker, isShifted: false))
    try settled("pin in the middle")
    _ = bench.model.reopen(Array("tile=None&at=50,8&f=9e8".utf8), at: bench.now)
    try settled("link to nowhere")
    bench.receive(.notice(Notice(severity: .warning, text: Array("The disk is full.".utf8))))
    _ = bench.model.perform(.locate, .set(1), at: bench.now)
    _ = bench.model.located(Bench.middle, accuracyMeters: 2300, at: bench.now)
    try settled("roughly known position")
    _ = bench.model.perform(.locate, .set(1), at: bench.now)
    _ = bench.model.notLocated(.denied, at: bench.now)
    _ = bench.model.copied(true, at: bench.now)
    try settled("position denied, link copied")
    bench.send(.connection(isOpen: false))
    bench.now += 5_000_000
    bench.send(.tick)
    try state("no connection")
  }

  // MARK: - Fingers

  /// Returns a place of a pin's screen, given in pixels from its tip.
  func tip(_ site: Int, up: Float, aside: Float = 0) -> (x: Float, y: Float) {
    guard bench.model.content.sites.list.indices.contains(site) else { return (0, 0) }
    let (x, y) = bench.model.view.pixel(of: bench.model.content.sites.list[site].plan.transmitter)
    return (x + aside, y - up)
  }

  /// Drags a finger in two steps, and leaves it down.
  mutating func drag(from start: (x: Float, y: Float), by way: (x: Float, y: Float)) {
    bench.now += 1_000_000
    bench.touch(.began, start.x, start.y)
    bench.now += 20_000
    bench.touch(.moved, start.x + way.x * 0.9, start.y + way.y * 0.9)
    bench.now += 20_000
    bench.touch(.moved, start.x + way.x, start.y + way.y)
    bench.answer()
  }

  mutating func lift(at place: (x: Float, y: Float)) {
    bench.now += 1_000_000
    bench.touch(.ended, place.x, place.y)
  }

  mutating func tap(_ place: Coordinate) {
    let (x, y) = bench.model.view.pixel(of: place)
    bench.tap(x, y)
  }

  /// Holds a finger on a place until it counts.
  mutating func press(at place: Coordinate) {
    let (x, y) = bench.model.view.pixel(of: place)
    bench.hold(x, y)
  }
}
