import Testing
@testable import WaveInteraction
import WaveSensorsWire

@testable import WaveSensors

/// Columns of the screen in time.
@Suite struct TimeLatticeTests {
  /// 200 columns of 10 ms, of which the newest is the last one before a moment.
  private func lattice(_ motion: SensorsModel.Motion, edge: Double = 10.005e6, scale: Float = 1)
    -> TimeLattice
  {
    let screen = Screen(width: 200 * scale, height: 300, scale: scale)
    let plot = Plot(screen: screen, layout: .lanes, paper: Paper())
    return TimeLattice(plot: plot, columnMicroseconds: 10_000, motion: motion, edge: edge)
  }

  @Test func theNewestColumnIsTheLastOneThatIsSeen() {
    #expect(lattice(.scroll).visible == 801..<1001)
    #expect(lattice(.trigger).visible == 801..<1001)
    // A sweep leaves columns free before its cursor.
    #expect(lattice(.sweep).eraseColumns == 14 && lattice(.sweep).visible == 815..<1001)
    #expect(lattice(.sweep, scale: 2).eraseColumns == 28)
    #expect(lattice(.scroll, edge: -5).visible == -200..<0)
  }

  @Test func aMomentLiesInItsColumn() {
    let lattice = lattice(.scroll)
    for (moment, column) in [(0.0, Int64(0)), (9999, 0), (10_000, 1), (-1, -1), (-10_000, -1), (-10_001, -2)]
    {
      #expect(lattice.column(at: moment) == column)
    }
    #expect(lattice.column(at: .infinity) == 1_000_000_000_000_000_000)
    #expect(lattice.column(at: -.infinity) == -1_000_000_000_000_000_000)
  }

  @Test func columnsAreKeptInARing() {
    let lattice = lattice(.sweep)
    for (column, ring) in [(Int64(0), 0), (199, 199), (200, 0), (1000, 0), (-1, 199), (-200, 0), (-201, 199)]
    {
      #expect(lattice.ringColumn(column) == ring)
    }
  }

  @Test(arguments: [SensorsModel.Motion.scroll, .sweep, .trigger])
  func aMomentIsSeenWhereItIs(motion: SensorsModel.Motion) throws {
    let lattice = lattice(motion)
    for column in lattice.visible {
      let moment = Double(column) * 10_000 + 2500
      let x = try #require(lattice.x(of: moment))
      let place =
        motion == .sweep ? Float(lattice.ringColumn(column)) : Float(column - lattice.visible.lowerBound)
      #expect(x == place + 0.25)
      #expect((lattice.microseconds(x: x) - moment).magnitude < 1)
    }
    #expect(lattice.x(of: Double(lattice.visible.lowerBound) * 10_000 - 1) == nil)
    #expect(lattice.x(of: Double(lattice.visible.upperBound) * 10_000) == nil)
  }

  @Test func besideThePlotItIsTheMomentAtItsEdge() {
    let lattice = lattice(.scroll)
    #expect(lattice.microseconds(x: -50) == 8.01e6 && lattice.microseconds(x: 500) == 10.01e6)
    // The cursor of a sweep is in column 0 of the ring: all that is right of it is older.
    let sweep = self.lattice(.sweep)
    #expect(sweep.microseconds(x: 0) == 10e6 && sweep.microseconds(x: 1) == 8.01e6)
  }

  @Test func onPaperItBeginsBehindThePulse() throws {
    let plot = Plot.made(width: 200, layout: .paper)
    let lattice = TimeLattice(plot: plot, columnMicroseconds: 10_000, motion: .scroll, edge: 0)
    // 8 mm at 96 points to the inch.
    #expect(lattice.left == 30 && lattice.columns == 170)
    #expect(try #require(lattice.x(of: 0)) == 199)
    #expect(lattice.microseconds(x: 199) == 0 && lattice.microseconds(x: 10) == lattice.microseconds(x: 30))
  }

  @Test func whatChangesIsAColumnWiderAtEitherSide() {
    let lattice = lattice(.scroll)
    #expect(lattice.columns(50_000, 70_000) == 4..<9)
    #expect(lattice.columns(70_000, 50_000) == 4..<9, "a clock may jump back")
    #expect(lattice.columns(50_000, 50_000) == 4..<7)
  }
}
