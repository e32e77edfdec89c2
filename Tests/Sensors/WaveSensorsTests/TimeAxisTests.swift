import Testing
import WaveSensorsWire
import WaveWire

@testable import WaveSensors

/// Which stretch of time is seen: held, late, or now.
@Suite struct TimeAxisTests {
  private let grid = TimeAxis.Grid(columns: 200, crossedHertz: nil, triggerEdge: nil)
  private let triggered = TimeAxis.Grid(columns: 200, crossedHertz: nil, triggerEdge: 77e6)

  @Test func atFirstItIsNow() {
    let axis = TimeAxis(windowSeconds: 10)
    #expect(axis.isLive && !axis.isPaused && axis.heldEdge == nil && axis.delayMicroseconds == 0)
    #expect(axis.motion == .scroll && axis.windowSeconds == 10)
    #expect(axis.edge(.made(), grid) == 99.9e6)
    #expect(axis.columnMicroseconds(grid) == 50_000)
  }

  @Test func aPauseHoldsTheEdgeOnce() {
    var axis = TimeAxis(windowSeconds: 10)
    #expect(axis.handle(.pause, .made(), grid) == [.view, .status])
    #expect(axis.isPaused && !axis.isLive && axis.heldEdge == 99.9e6)
    #expect(axis.handle(.pause, .made(server: 200_000_000, newest: 199e6), grid) == [])
    #expect(axis.edge(.made(server: 200_000_000, newest: 199e6), grid) == 99.9e6)
    // A moment can be held in its place, which is nothing new.
    #expect(axis.handle(.hold(50e6), .made(), grid) == .view)
    #expect(axis.heldEdge == 50e6)
    var other = TimeAxis(windowSeconds: 10)
    #expect(other.handle(.hold(50e6), .made(), grid) == [.view, .status])
  }

  @Test func itGoesOnFromWhereItWasHeld() {
    var axis = TimeAxis(windowSeconds: 10)
    #expect(axis.handle(.resume, .made(), grid) == [], "it is not held")
    _ = axis.handle(.hold(95e6), .made(), grid)
    #expect(axis.handle(.resume, .made(), grid) == [.view, .listening])
    #expect(!axis.isPaused && axis.delayMicroseconds == 5_000_000)
    #expect(axis.edge(.made(), grid) == 95e6)
    #expect(axis.behindMicroseconds(.made()) == 5_000_000)
    // A recording goes on from now, and what is ahead of now is none.
    for (edge, isRecording) in [(95e6, true), (105e6, false)] {
      _ = axis.handle(.hold(edge), .made(), grid)
      _ = axis.handle(.resume, .made(isRecording: isRecording), grid)
      #expect(axis.isLive)
    }
  }

  @Test func theDelayIsKeptWhileItIsHeld() {
    var axis = TimeAxis(windowSeconds: 10)
    _ = axis.handle(.pan(microseconds: -20e6), .made(), grid)
    #expect(axis.delayMicroseconds == 20_100_000)
    _ = axis.handle(.pause, .made(), grid)
    #expect(axis.delayMicroseconds == 20_100_000 && axis.heldEdge == 79.9e6)
    _ = axis.handle(.pan(microseconds: -1e6), .made(), grid)
    #expect(axis.delayMicroseconds == 20_100_000 && axis.heldEdge == 78.9e6)
    #expect(axis.handle(.goLive, .made(), grid) == [.view, .listening, .live])
    #expect(axis.isLive && !axis.isPaused)
  }

  @Test func panningEndsWithNowAndWithTheOldestSample() {
    var axis = TimeAxis(windowSeconds: 10)
    #expect(axis.handle(.pan(microseconds: 5e6), .made(), grid) == .view)
    #expect(axis.isLive)
    // A fifth of the window is left to be seen.
    _ = axis.handle(.pan(microseconds: -500e6), .made(oldest: 40_000_000), grid)
    #expect(axis.edge(.made(), grid) == 42e6)
    // Nobody is moved forward by what has become too old.
    _ = axis.handle(.pan(microseconds: -1e6), .made(oldest: 60_000_000), grid)
    #expect(axis.edge(.made(), grid) == 42e6)
    _ = axis.handle(.pan(microseconds: 1e6), .made(oldest: 60_000_000), grid)
    #expect(axis.edge(.made(), grid) == 43e6)
    // Held, it ends with the newest sample.
    _ = axis.handle(.hold(99e6), .made(), grid)
    _ = axis.handle(.pan(microseconds: 5e6), .made(), grid)
    #expect(axis.heldEdge == 99.9e6)
  }

  @Test func withinFourColumnsOfNowItIsNow() {
    var axis = TimeAxis(windowSeconds: 10)
    _ = axis.handle(.pan(microseconds: -400_000), .made(), grid)
    #expect(axis.delayMicroseconds == 500_000)
    // Going back does not snap.
    _ = axis.handle(.goLive, .made(), grid)
    _ = axis.handle(.pan(microseconds: -100_000), .made(), grid)
    #expect(axis.delayMicroseconds == 200_000)
    // The newest that can be shown is 0.1 s late; four columns are 0.2 s.
    _ = axis.handle(.pan(microseconds: -300_000), .made(), grid)
    _ = axis.handle(.pan(microseconds: 190_000), .made(), grid)
    #expect(axis.delayMicroseconds == 310_000)
    _ = axis.handle(.pan(microseconds: 20_000), .made(), grid)
    #expect(axis.isLive)
  }

  @Test func aRecordingIsPannedInItsOwnTime() {
    var axis = TimeAxis(windowSeconds: 10)
    let map = TimeMap(source: 0, serverMicroseconds: 90_000_000, recordedMicroseconds: 0, speed: 4)
    // Ten seconds of the server are forty of the recording.
    let time = SourceTime.made(maps: [map], isRecording: true, newest: nil)
    #expect(axis.edge(time, grid) == 130e6)
    _ = axis.handle(.pan(microseconds: -8e6), time, grid)
    #expect(axis.delayMicroseconds == 2_000_000 && axis.edge(time, grid) == 122e6)
    #expect(axis.behindMicroseconds(time) == 8_000_000)
  }

  @Test func aWindowIsHeldWithinThoseToChooseFrom() {
    var axis = TimeAxis(windowSeconds: 0.5)
    #expect(axis.windowSeconds == 0.5, "a program may have any")
    for (wanted, window) in [(0.2, 1.0), (5000, 3600), (7, 7), (-.infinity, 1), (.infinity, 3600)] {
      #expect(axis.handle(.zoom(wanted, anchor: 1), .made(), grid) == .view)
      #expect(axis.windowSeconds == window)
    }
    #expect(axis.isLive, "now stays now")
    #expect(axis.handle(.fit(0.1), .made(), grid) == [])
    #expect(axis.windowSeconds == 0.1)
  }

  @Test func aMomentStaysWhereItIsWhenTimeIsScaled() {
    var axis = TimeAxis(windowSeconds: 10)
    _ = axis.handle(.hold(60e6), .made(), grid)
    // A quarter from the left: 52.5 s.
    _ = axis.handle(.zoom(20, anchor: 0.25), .made(), grid)
    #expect(axis.heldEdge == 67.5e6)
    _ = axis.handle(.goLive, .made(), grid)
    _ = axis.handle(.pan(microseconds: -50e6), .made(), grid)
    #expect(axis.edge(.made(), grid) == 49.9e6)
    _ = axis.handle(.zoom(10, anchor: 0), .made(), grid)
    #expect(axis.edge(.made(), grid) == 39.9e6)
  }

  @Test func aTriggerHoldsTheEdgeWhileItIsNow() {
    var axis = TimeAxis(windowSeconds: 10)
    #expect(axis.edge(.made(), triggered) == 99.9e6 && axis.fixedEdge(triggered) == nil)
    #expect(axis.handle(.move(.trigger), .made(), triggered) == .view)
    #expect(axis.edge(.made(), triggered) == 77e6 && axis.fixedEdge(triggered) == 77e6)
    #expect(axis.edge(.made(), grid) == 99.9e6 && axis.fixedEdge(grid) == nil, "nothing has crossed yet")
    _ = axis.handle(.pan(microseconds: -10e6), .made(), triggered)
    #expect(axis.fixedEdge(triggered) == nil && axis.edge(.made(), triggered) == 67e6)
    _ = axis.handle(.hold(30e6), .made(), triggered)
    #expect(axis.fixedEdge(triggered) == 30e6 && axis.fixedEdge(grid) == 30e6)
    #expect(axis.handle(.open, .made(), triggered) == .view)
    #expect(axis.isLive && axis.motion == .trigger)
  }

  @Test func aTapIsUndone() {
    var axis = TimeAxis(windowSeconds: 10)
    _ = axis.handle(.pan(microseconds: -20e6), .made(), grid)
    let before = axis
    #expect(axis.handle(.tap, .made(), grid) == [.view, .status])
    #expect(axis.isPaused)
    #expect(axis.handle(.undoTap, .made(), grid) == [])
    #expect(axis == before)
    #expect(axis.handle(.undoTap, .made(), grid) == [], "nothing is left to undo")
    #expect(axis == before)
    // A held picture goes on with a tap.
    _ = axis.handle(.hold(60e6), .made(), grid)
    #expect(axis.handle(.tap, .made(), grid) == [.view, .listening])
    #expect(axis.handle(.forgetTap, .made(), grid) == [])
    _ = axis.handle(.undoTap, .made(), grid)
    #expect(!axis.isPaused && axis.delayMicroseconds == 40_000_000)
  }

  @Test func whatCrossesIsDrawnByItsSamples() {
    let axis = TimeAxis(windowSeconds: 10)
    func column(_ rate: Double) -> Double {
      axis.columnMicroseconds(TimeAxis.Grid(columns: 200, crossedHertz: rate, triggerEdge: nil))
    }
    #expect(column(100) == 10_000)
    #expect(column(409.6) == 1e6 / 409.6, "4096 samples")
    #expect(column(409.7) == 50_000, "too many samples")
    #expect(column(10) == 50_000, "a column is no longer than without")
  }

  @Test func windowsFollowOneAnother() {
    var axis = TimeAxis(windowSeconds: 10)
    #expect(axis.nextWindow(isLonger: true) == 20 && axis.nextWindow(isLonger: false) == 5)
    _ = axis.handle(.fit(10.05), .made(), grid)
    #expect(axis.nextWindow(isLonger: true) == 20 && axis.nextWindow(isLonger: false) == 5)
    _ = axis.handle(.fit(12), .made(), grid)
    #expect(axis.nextWindow(isLonger: true) == 20 && axis.nextWindow(isLonger: false) == 10)
    _ = axis.handle(.fit(3600), .made(), grid)
    #expect(axis.nextWindow(isLonger: true) == nil && axis.nextWindow(isLonger: false) == 1800)
    _ = axis.handle(.fit(1), .made(), grid)
    #expect(axis.nextWindow(isLonger: true) == 2 && axis.nextWindow(isLonger: false) == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300]) func anyNumberIsSurvived(_ wild: Double) {
    var axis = TimeAxis(windowSeconds: 10)
    for input: TimeAxis.Input in [.pan(microseconds: wild), .hold(wild), .resume, .pan(microseconds: wild)] {
      _ = axis.handle(input, .made(), grid)
      #expect(axis.delayMicroseconds >= 0)
    }
  }
}
