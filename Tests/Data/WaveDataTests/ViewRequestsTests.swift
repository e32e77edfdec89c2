import Testing
import WaveDataWire

@testable import WaveData

@Suite struct ViewRequestsTests {
  private static func view(_ until: Int64, number: UInt16 = 0) -> ShowTable {
    ShowTable(
      view: number, source: 3, order: .rows, orderColumn: 0, pixels: 100, from: 0, until: until)
  }

  private static func window(_ width: Double) -> TickWindow { TickWindow(start: 0, width: width) }

  @Test func aViewIsNumberedAndAskedForOnce() {
    var views = ViewRequests()
    #expect(views.number == 0 && views.shown == nil && views.isAnswered)
    #expect(views.show(Self.view(10, number: 99), window: Self.window(10), at: 5) == Self.view(10, number: 1))
    #expect(views.number == 1 && views.shown == Self.view(10, number: 1) && !views.isAnswered)
    views.receive(ViewDone(view: 1))
    #expect(views.isAnswered)
    // Whatever number it has, it is what is shown.
    #expect(views.show(Self.view(10), window: Self.window(10), at: 6) == nil)
    #expect(views.show(Self.view(11), window: Self.window(11), at: 7)?.view == 2)
  }

  @Test func lanesThatAreSeenOtherwiseAskForTheSameViewOnce() {
    var views = ViewRequests()
    _ = views.show(Self.view(10), window: Self.window(10), at: 5)
    views.changeLanes()
    #expect(views.show(Self.view(10), window: Self.window(10), at: 6)?.view == 2)
    #expect(views.show(Self.view(10), window: Self.window(10), at: 7) == nil)
  }

  @Test func oneIsAwaitedForASecondAndNoLonger() {
    var views = ViewRequests()
    #expect(views.lateTime(at: 0) == nil)
    _ = views.show(Self.view(10), window: Self.window(10), at: 5)
    #expect(views.lateTime(at: 1_000_004) == 1_000_005 && !views.isAnswered)
    #expect(views.lateTime(at: 1_000_005) == nil && views.isAnswered)
    // What comes of it late is shown still.
    #expect(views.window(of: 1) == Self.window(10))
  }

  @Test func theWindowOfTheNewestIsKeptWhenItHasCome() {
    var views = ViewRequests()
    _ = views.show(Self.view(10), window: Self.window(10), at: 5)
    _ = views.show(Self.view(20), window: Self.window(20), at: 6)
    views.receive(ViewDone(view: 1))
    // The newest has not come.
    #expect(views.window(of: 1) == nil && views.window(of: 2) == Self.window(20) && !views.isAnswered)
    views.receive(ViewDone(view: 2))
    #expect(views.window(of: 2) == Self.window(20) && views.isAnswered)
    #expect(views.window(of: 3) == nil)
  }

  @Test func windowsOfTheLastEightAreKept() {
    var views = ViewRequests()
    for width in 1...9 { _ = views.show(Self.view(Int64(width)), window: Self.window(Double(width)), at: 0) }
    #expect(views.window(of: 1) == nil)
    for view in 2...9 { #expect(views.window(of: UInt16(view)) == Self.window(Double(view))) }
  }

  @Test func anotherTableIsAskedForWhenTheViewBeforeHasCome() {
    var views = ViewRequests()
    _ = views.show(Self.view(10), window: Self.window(10), at: 5)
    views.forget()
    #expect(views.shown == nil && views.window(of: 1) == nil && !views.isAnswered && views.number == 1)
    views.receive(ViewDone(view: 1))
    #expect(views.isAnswered)
    #expect(views.show(Self.view(10), window: Self.window(10), at: 6)?.view == 2)
  }

  @Test func aNewConnectionAwaitsNothingAndNumbersGoOn() {
    var views = ViewRequests()
    _ = views.show(Self.view(10), window: Self.window(10), at: 5)
    views.connectionChanged()
    #expect(views.shown == nil && views.isAnswered && views.window(of: 1) == nil)
    #expect(views.show(Self.view(10), window: Self.window(10), at: 6)?.view == 2)
  }

  @Test func aLaneThatChangedWithoutAConnectionIsAskedForThen() {
    var views = ViewRequests()
    _ = views.show(Self.view(10), window: Self.window(10), at: 5)
    views.changeLanes()
    views.connectionChanged()
    _ = views.show(Self.view(10), window: Self.window(10), at: 6)
    #expect(views.show(Self.view(10), window: Self.window(10), at: 7) == nil)
  }
}
