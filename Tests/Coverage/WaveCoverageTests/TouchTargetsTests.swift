import Testing
@testable import WaveInteraction
import WavePropagation
import WaveUnits

@testable import WaveCoverage

@Suite struct TouchTargetsTests {
  /// A pin in the middle of the screen, at 390, 844, whose circle is 300 pixels wide.
  private static func targets(
    _ sites: Sites = Samples.sites(), radiusPixels: Double = 300, at place: Coordinate = Samples.middle
  ) -> TouchTargets {
    var sites = sites
    let canvas = Samples.canvas(at: place)
    let scale = canvas.view.metersPerPixel(atLatitude: Samples.middle.latitudeDegrees)
    _ = sites.handle(.change(.radius(radiusPixels * scale)))
    return TouchTargets(canvas: canvas, sites: sites, sheet: nil)
  }

  @Test func aFingerHoldsThePinOrItsCircle() {
    let targets = Self.targets()
    let own = targets.grab(x: 395, y: 840)
    guard case .pin(let dx, let dy) = own else {
      Issue.record("\(own)")
      return
    }
    #expect(abs(dx - 5) < 0.1 && abs(dy + 4) < 0.1 && own.isPlan)
    // At 2x a pin reaches 52 pixels aside, 28 below its tip and 108 above.
    for (x, y, isPin) in [
      (390 + 51, 844, true), (390 + 53, 844, false), (390 - 51, 844, true), (390 - 53, 844, false),
      (390, 844 + 27, true), (390, 844 + 29, false), (390, 844 - 107, true), (390, 844 - 109, false),
    ] as [(Float, Float, Bool)] {
      let grab = targets.grab(x: x, y: y)
      #expect(isPin == (targets.pin(x: x, y: y) == 0) && (grab == .map) == !isPin, "\(x) \(y)")
    }
    // Its circle is held within 32 pixels of the line.
    for (away, isRim) in [(270, true), (266, false), (330, true), (334, false)] as [(Float, Bool)] {
      #expect(targets.grab(x: 390 + away, y: 844) == (isRim ? .rim : .map), "\(away)")
      #expect(targets.grab(x: 390, y: 844 + away) == (isRim ? .rim : .map), "\(away)")
    }
    #expect(Self.targets(radiusPixels: 121).grab(x: 390 + 121, y: 844) == .rim)
    #expect(Self.targets(radiusPixels: 119).grab(x: 390 + 119, y: 844) == .map, "small circles are not held")
    #expect(TouchTargets(canvas: targets.canvas, sites: Sites(), sheet: nil).grab(x: 390, y: 844) == .map)
    #expect(CoverageGrab.rim.isPlan && !CoverageGrab.map.isPlan && !CoverageGrab.point.isPlan)
    #expect(!CoverageGrab.sheet.isPlan && !CoverageGrab.nearEnd.isPlan)
  }

  @Test func theSelectedPinIsAboveTheOthers() {
    var sites = Samples.sites()
    let canvas = Samples.canvas()
    _ = sites.handle(.add(canvas.view.place(atX: 420, y: 844)))
    _ = sites.handle(.add(canvas.view.place(atX: 450, y: 844)))
    func targets(_ selected: Int) -> TouchTargets {
      _ = sites.handle(.select(selected))
      return TouchTargets(canvas: canvas, sites: sites, sheet: nil)
    }
    // The heads are 60 pixels above the tips.
    #expect(targets(2).pin(x: 410, y: 784) == 2 && targets(0).pin(x: 410, y: 784) == 0)
    #expect(targets(0).pin(x: 445, y: 784) == 2, "of the others the nearest head")
    #expect(targets(0).pin(x: 300, y: 784) == nil)
    #expect(targets(0).isOnHead(x: 390, y: 844 - 21) && !targets(0).isOnHead(x: 390, y: 844 - 19))
    #expect(!Self.targets().isOnHead(x: 390, y: 800), "one alone is in nothing's way")
  }

  @Test func aRadiusComesInStepsWithinItsLimits() throws {
    let targets = Self.targets()
    let plan = try #require(targets.sites.plan)
    let scale = targets.canvas.view.metersPerPixel(atLatitude: plan.transmitter.latitudeDegrees)
    func radius(_ meters: Double) -> Double {
      targets.radius(of: plan, x: 390 + Float(meters / scale), y: 844)
    }
    #expect(radius(2340) == 2300 && radius(2360) == 2400 && radius(9940) == 9900)
    #expect(radius(12_400) == 12_000 && radius(12_600) == 13_000)
    #expect(radius(10) == 1000 && radius(400_000) == 100_000)
  }

  @Test func anotherPinGoesWhereATileIsAndNoPin() throws {
    let store = Samples.store()
    let canvas = Samples.canvas()
    let middle = canvas.view.place(
      atX: 390, y: Double(canvas.screen.head) + Double(canvas.bottom - canvas.screen.head) / 2)
    func place(_ sites: Sites) -> Coordinate? {
      TouchTargets(canvas: canvas, sites: sites, sheet: nil).freePlace(on: store)
    }
    #expect(place(Sites()) == middle)
    var sites = Sites()
    _ = sites.handle(.place(middle, isHeld: false))
    let beside = try #require(place(sites))
    let (x, y) = canvas.pixel(of: beside)
    let (homeX, homeY) = canvas.pixel(of: middle)
    #expect(abs(x - homeX - 1.6 * 128) < 1 && abs(y - homeY) < 1, "to the right of it")
    #expect(TouchTargets(canvas: canvas, sites: Sites(), sheet: nil).freePlace(on: TerrainStore()) == nil)
  }
}
