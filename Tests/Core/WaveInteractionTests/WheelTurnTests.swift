import Testing

@testable import WaveInteraction

@Suite struct WheelTurnTests {
  private func turn(_ dx: Float, _ dy: Float, _ zoom: WheelZoom = .none, scrolls: Bool = false) -> WheelTurn {
    WheelTurn(dx: dx, dy: dy, zoom: zoom, scale: 2, scrolls: scrolls)
  }

  @Test func aWheelZoomsOrScrolls() {
    #expect(turn(0, -400) == .zoomX(1.5) && turn(3, 200) == .zoomX(0.75))
    #expect(turn(0, -400, scrolls: true) == .scroll(dx: 0, dy: -400))
    #expect(turn(50, 4) == .move(-50) && turn(50, 4, scrolls: true) == .scroll(dx: 50, dy: 4))
  }

  @Test func keysDecideWhateverScrolls() {
    for scrolls in [false, true] {
      #expect(turn(0, -400, .horizontal, scrolls: scrolls) == .zoomX(1.5))
      #expect(turn(0, -400, .vertical, scrolls: scrolls) == .zoomY(1.5))
      #expect(turn(0, 40, .sideways, scrolls: scrolls) == .move(-40))
      // Where the system has turned it sideways already.
      #expect(turn(40, 0, .sideways, scrolls: scrolls) == .move(-40))
      #expect(turn(-400, 0, .vertical, scrolls: scrolls) == .zoomY(1.5))
    }
  }

  @Test func oneTurnAtMostDoublesOrHalves() {
    #expect(turn(0, -9999) == .zoomX(2) && turn(0, 9999, .vertical) == .zoomY(0.5))
  }
}
