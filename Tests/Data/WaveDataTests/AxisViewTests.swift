import Testing
import WaveDataWire
import WaveWire

@testable import WaveData

@Suite struct AxisViewTests {
  private static let pixels = AxisPixels(width: 100, isRemote: false)
  private static let remote = AxisPixels(width: 100, isRemote: true)

  private static func axis(
    from: Int64 = 0, until: Int64, order: TableOrder = .rows, column: UInt16 = 0
  ) -> TableAxis {
    TableAxis(source: 0, order: order, column: column, kind: .count, from: from, until: until)
  }

  /// All of an axis of 1,000 ticks on 100 pixels.
  private static func view(_ until: Int64 = 1000, on pixels: AxisPixels = pixels) -> AxisView {
    var view = AxisView()
    view.show(axis(until: until), on: pixels)
    return view
  }

  private static func handle(_ view: inout AxisView, _ inputs: AxisView.Input...) -> TickWindow {
    for input in inputs { view.handle(input, on: pixels) }
    return view.window
  }

  // MARK: - Places

  @Test func pixelsAreCountedUpToTheLimitOfMessages() {
    #expect(AxisPixels(width: 0, isRemote: true).count == 1)
    #expect(AxisPixels(width: 99.9, isRemote: true).count == 99)
    #expect(AxisPixels(width: 1e9, isRemote: true).count == Int64(WireLimits.tablePixels))
  }

  @Test func withoutAnAxisThereIsOneTick() {
    var view = AxisView()
    #expect(view.ticks == 1 && view.isWhole && view.asked(on: Self.pixels) == nil)
    #expect(Self.handle(&view, .pan(dx: 5), .zoom(by: 2, x: 50)) == TickWindow(start: 0, width: 1))
    #expect(view.tick(atX: 50, width: 100) == 0)
    #expect(view.settle(at: 0, isHeld: false, on: Self.remote) == nil)
  }

  @Test func ticksAreAlongThePixels() {
    var view = Self.view()
    #expect(view.ticks == 1000 && view.x(ofTick: 250, width: 100) == 25)
    #expect(view.tick(atX: 25, width: 100) == 250)
    // The last one is the nearest beyond the edge, the first one before it.
    #expect(view.tick(atX: 200, width: 100) == 999 && view.tick(atX: -9, width: 100) == 0)
    _ = Self.handle(&view, .place(start: 200, width: 400))
    #expect(view.x(ofTick: 300, width: 100) == 25 && view.tick(atX: 25, width: 100) == 300)
    #expect(view.tick(atX: 25, width: 0) == 999)
    #expect(Self.view(0).ticks == 1)
  }

  @Test(
    arguments: [
      (0.4, 5), (0.5, 6), (-2.6, 2), (1e30, WireLimits.ticks), (-1e30, -WireLimits.ticks),
    ] as [(Double, Int64)])
  func anOffsetIsTheNearestTickWithinTheLimitOfMessages(_ offset: Double, _ tick: Int64) {
    #expect(Self.axis(from: 5, until: 100).tick(offset) == tick)
  }

  // MARK: - Movement

  @Test func theWindowMovesWithTheFinger() {
    var view = Self.view()
    // All of it cannot move.
    #expect(Self.handle(&view, .pan(dx: 10)) == TickWindow(start: 0, width: 1000))
    #expect(Self.handle(&view, .place(start: 300, width: 200)) == TickWindow(start: 300, width: 200))
    #expect(!view.isWhole)
    #expect(Self.handle(&view, .pan(dx: 10)) == TickWindow(start: 280, width: 200))
    #expect(Self.handle(&view, .pan(dx: -25)) == TickWindow(start: 330, width: 200))
    #expect(Self.handle(&view, .pan(dx: 0)) == TickWindow(start: 330, width: 200))
    #expect(Self.handle(&view, .pan(dx: 1000)) == TickWindow(start: 0, width: 200))
    #expect(Self.handle(&view, .pan(dx: -1000)) == TickWindow(start: 800, width: 200))
    view.handle(.pan(dx: 10), on: AxisPixels(width: 0, isRemote: false))
    #expect(view.window == TickWindow(start: 800, width: 200))
  }

  @Test func theWindowIsScaledAboutAPoint() {
    var view = Self.view()
    #expect(Self.handle(&view, .zoom(by: 2, x: 25)) == TickWindow(start: 125, width: 500))
    #expect(Self.handle(&view, .zoom(by: 5, x: 100)) == TickWindow(start: 525, width: 100))
    #expect(Self.handle(&view, .zoom(by: 1, x: 0), .zoom(by: 0, x: 0), .zoom(by: -2, x: 0)).width == 100)
    // Four ticks are the fewest, all of them the most.
    #expect(Self.handle(&view, .zoom(by: 1000, x: 50)).width == 4)
    #expect(!view.isWhole)
    #expect(Self.handle(&view, .zoom(by: 1e-6, x: 50)) == TickWindow(start: 0, width: 1000))
    #expect(view.isWhole)
    var short = Self.view(3)
    #expect(Self.handle(&short, .zoom(by: 2, x: 50)) == TickWindow(start: 0, width: 3) && short.isWhole)
  }

  @Test func aPlaceIsHeldWithinTheAxis() {
    var view = Self.view()
    #expect(Self.handle(&view, .place(start: -50, width: 100)) == TickWindow(start: 0, width: 100))
    #expect(Self.handle(&view, .place(start: 950, width: 100)) == TickWindow(start: 900, width: 100))
    #expect(Self.handle(&view, .place(start: 5, width: 1)) == TickWindow(start: 5, width: 4))
    #expect(Self.handle(&view, .place(start: 5, width: 1000)) == TickWindow(start: 0, width: 1000))
    #expect(view.isWhole)
    #expect(Self.handle(&view, .place(start: 5, width: 999)) == TickWindow(start: 1, width: 999))
    #expect(!view.isWhole)
  }

  @Test func theWholeAxisIsShownHoweverItGrows() {
    var view = Self.view()
    view.receive(Self.axis(until: 2000), on: Self.pixels)
    #expect(view.window == TickWindow(start: 0, width: 2000) && view.isWhole)
    // A part of it remains that part, as far as there is such.
    _ = Self.handle(&view, .place(start: 1500, width: 500))
    view.receive(Self.axis(until: 3000), on: Self.pixels)
    #expect(view.window == TickWindow(start: 1500, width: 500) && view.axis?.until == 3000)
    view.receive(Self.axis(until: 1800), on: Self.pixels)
    #expect(view.window == TickWindow(start: 1300, width: 500) && !view.isWhole)
    #expect(Self.handle(&view, .whole) == TickWindow(start: 0, width: 1800) && view.isWhole)
  }

  @Test(arguments: [
    axis(from: 1, until: 1000), axis(until: 1000, order: .ranks), axis(until: 1000, order: .rows, column: 2),
  ])
  func allOfAnotherAxisIsShown(_ other: TableAxis) {
    var view = Self.view()
    _ = Self.handle(&view, .place(start: 100, width: 50))
    view.receive(other, on: Self.pixels)
    #expect(view.isWhole && view.window.width == view.ticks && view.axis == other)
    _ = Self.handle(&view, .place(start: 100, width: 50))
    view.show(other, on: Self.pixels)
    #expect(view.isWhole && view.window.width == view.ticks)
    view.show(nil, on: Self.pixels)
    #expect(view.window == TickWindow(start: 0, width: 1) && view.axis == nil)
  }

  @Test func wholeNextWaitsForAChange() {
    var view = Self.view()
    _ = Self.handle(&view, .place(start: 100, width: 50), .fit)
    #expect(view.window == TickWindow(start: 100, width: 50))
    #expect(Self.handle(&view, .wholeNext) == TickWindow(start: 100, width: 50) && view.isWhole)
    #expect(Self.handle(&view, .fit) == TickWindow(start: 0, width: 1000))
  }

  // MARK: - The lattice

  @Test func aTableOfTheServersOwnIsAskedForItsOwnTicks() {
    var view = Self.view(1_000_000)
    #expect(
      view.asked(on: Self.pixels)
        == AskedTicks(from: 0, until: 1_000_000, window: TickWindow(start: 0, width: 1e6)))
    _ = Self.handle(&view, .place(start: 10.4, width: 5))
    let window = TickWindow(start: 10.4, width: 5)
    #expect(view.asked(on: Self.pixels) == AskedTicks(from: 10, until: 15, window: window))
    // At least one tick.
    var short = Self.view(1)
    #expect(short.asked(on: Self.pixels)?.until == 1)
    _ = Self.handle(&short, .place(start: 0, width: 0.2))
    #expect(short.asked(on: Self.pixels)?.from == 0 && short.asked(on: Self.pixels)?.until == 1)
  }

  @Test func theWholeAxisBeginsAndEndsWithColumnsOfPixels() {
    // 10,005 ticks on 99 columns of pixels, and one for what is before: 102 each.
    var view = AxisView()
    view.show(Self.axis(from: 5, until: 10_010), on: Self.remote)
    let asked = AskedTicks(from: 0, until: 10_200, window: TickWindow(start: -5, width: 10_200))
    #expect(view.asked(on: Self.remote) == asked && view.window == asked.window)
    view.show(Self.axis(from: -5, until: 10_000), on: Self.remote)
    #expect(view.asked(on: Self.remote)?.from == -102)
  }

  @Test(arguments: [(6400, false), (6401, true), (6500, true)] as [(Int64, Bool)])
  func fewTicksInAColumnOfPixelsAreNoLattice(_ width: Int64, _ isLattice: Bool) {
    let view = Self.view(width, on: Self.remote)
    #expect((view.asked(on: Self.remote)?.until != width) == isLattice)
  }

  @Test func fewColumnsOfPixelsAreNoLattice() {
    for (width, isLattice) in [(Float(8), false), (9, true)] {
      let pixels = AxisPixels(width: width, isRemote: true)
      let view = Self.view(10_001, on: pixels)
      #expect((view.asked(on: pixels)?.until != 10_001) == isLattice)
    }
  }

  @Test func aPartOfTheAxisIsAskedForOnTheNearestMultiples() {
    var view = Self.view(1_000_000, on: Self.remote)
    // 100 ticks in each of 100 columns of pixels.
    view.handle(.place(start: 20_040, width: 10_000), on: Self.remote)
    #expect(view.asked(on: Self.remote)?.from == 20_000 && view.asked(on: Self.remote)?.until == 30_000)
    view.handle(.place(start: 20_060, width: 10_000), on: Self.remote)
    #expect(view.asked(on: Self.remote)?.from == 20_100)
    // At the edges all ticks are within.
    view.handle(.place(start: 990_000, width: 10_000), on: Self.remote)
    #expect((view.asked(on: Self.remote)?.until ?? 0) >= 1_000_000)
    view.handle(.place(start: 0, width: 10_000), on: Self.remote)
    #expect(view.asked(on: Self.remote)?.from == 0)
  }

  @Test func aPartWithFewTicksInAColumnOfPixelsIsAskedForAsItIs() {
    var view = Self.view(1_000_000, on: Self.remote)
    for (width, from) in [(6400.0, Int64(20_040)), (6500, 20_020)] {
      view.handle(.place(start: 20_040, width: width), on: Self.remote)
      #expect(view.asked(on: Self.remote)?.from == from)
    }
  }

  @Test func beyondTheLimitOfMessagesThereIsNoLattice() {
    var view = AxisView()
    let from = -WireLimits.ticks
    view.show(Self.axis(from: from, until: from + 1_000_448), on: Self.remote)
    let window = TickWindow(start: 0, width: 1_000_448)
    #expect(
      view.asked(on: Self.remote) == AskedTicks(from: from, until: from + 1_000_448, window: window))
  }

  // MARK: - Rest

  @Test func aWindowThatRestsMovesToWhereItsPictureIs() {
    var view = Self.view(1_000_000, on: Self.remote)
    view.handle(.place(start: 20_040, width: 10_000), on: Self.remote)
    #expect(view.settle(at: 10, isHeld: false, on: Self.remote) == .wait(until: 150_010))
    #expect(view.settle(at: 150_009, isHeld: false, on: Self.remote) == .wait(until: 150_010))
    // Held, it remains however long that is.
    #expect(view.settle(at: 900_000, isHeld: true, on: Self.remote) == nil)
    #expect(view.window.start == 20_040)
    #expect(view.settle(at: 900_000, isHeld: false, on: Self.remote) == .redraw)
    #expect(view.window == TickWindow(start: 20_000, width: 10_000))
    #expect(view.settle(at: 900_001, isHeld: false, on: Self.remote) == nil)
  }

  @Test func itMovesAsSoonAsItHasRestedForLongEnough() {
    var view = Self.view(1_000_000, on: Self.remote)
    view.handle(.place(start: 20_040, width: 10_000), on: Self.remote)
    _ = view.settle(at: 10, isHeld: false, on: Self.remote)
    #expect(view.settle(at: 150_010, isHeld: false, on: Self.remote) == .redraw)
  }

  @Test func aWindowThatMovesDoesNotRest() {
    var view = Self.view(1_000_000, on: Self.remote)
    view.handle(.place(start: 20_040, width: 10_000), on: Self.remote)
    _ = view.settle(at: 0, isHeld: false, on: Self.remote)
    view.handle(.place(start: 20_041, width: 10_000), on: Self.remote)
    #expect(view.settle(at: 149_000, isHeld: false, on: Self.remote) == .wait(until: 299_000))
  }

  @Test func whatWasRoundedIsPutRightAtOnce() {
    var view = Self.view(1_000_000, on: Self.remote)
    // A hundredth of a column of pixels is a tick.
    view.handle(.place(start: 20_000.9, width: 10_000), on: Self.remote)
    #expect(view.settle(at: 0, isHeld: true, on: Self.remote) == .redraw)
    #expect(view.window.start == 20_000)
    view.handle(.place(start: 20_001.1, width: 10_000), on: Self.remote)
    #expect(view.settle(at: 0, isHeld: true, on: Self.remote) == nil)
  }

  @Test func thereIsNothingToSettleWithoutALattice() {
    var view = Self.view(1_000_000)
    view.handle(.place(start: 20_040, width: 10_000), on: Self.pixels)
    #expect(view.settle(at: 900_000, isHeld: false, on: Self.pixels) == nil)
    var whole = Self.view(1_000_000, on: Self.remote)
    #expect(whole.settle(at: 900_000, isHeld: false, on: Self.remote) == nil)
  }
}
