import Testing

@testable import WaveSpectrum

@Suite struct VisitedPeaksTests {
  @Test func aPeakIsVisitedOnceWithinReach() {
    var peaks = VisitedPeaks()
    #expect(!peaks.contains(100, reachHertz: 1000))
    peaks.append(100, clearsEarlier: false)
    peaks.append(200, clearsEarlier: false)
    for (hertz, isVisited) in [(90.0, true), (89, false), (110, true), (111, false), (195, true)] {
      #expect(peaks.contains(hertz, reachHertz: 10) == isVisited, "\(hertz)")
    }
    peaks.append(300, clearsEarlier: true)
    #expect(!peaks.contains(100, reachHertz: 10) && peaks.contains(300, reachHertz: 0))
  }

  @Test func itGoesOnWhereTheMarkerIsStillAtItsEnd() {
    var peaks = VisitedPeaks()
    peaks.append(100, clearsEarlier: false)
    peaks.append(200, clearsEarlier: false)
    peaks.clear(unlessAt: 200)
    #expect(peaks.contains(100, reachHertz: 0))
    var left = peaks
    left.clear(unlessAt: 100)
    #expect(!left.contains(100, reachHertz: 0) && !left.contains(200, reachHertz: 0))
    peaks.clear(unlessAt: nil)
    #expect(!peaks.contains(200, reachHertz: 0))
  }
}
