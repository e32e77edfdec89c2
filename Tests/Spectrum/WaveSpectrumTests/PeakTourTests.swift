import Testing

@testable import WaveSpectrum

@Suite struct PeakTourTests {
  @Test func aPeakIsVisitedOnceWithinReach() {
    var tour = PeakTour()
    #expect(!tour.hasVisited(100, reachHertz: 1000))
    tour.visit(100, isAnew: false)
    tour.visit(200, isAnew: false)
    for (hertz, isVisited) in [(90.0, true), (89, false), (110, true), (111, false), (195, true)] {
      #expect(tour.hasVisited(hertz, reachHertz: 10) == isVisited, "\(hertz)")
    }
    tour.visit(300, isAnew: true)
    #expect(!tour.hasVisited(100, reachHertz: 10) && tour.hasVisited(300, reachHertz: 0))
  }

  @Test func itGoesOnWhereTheMarkerIsStillAtItsEnd() {
    var tour = PeakTour()
    tour.visit(100, isAnew: false)
    tour.visit(200, isAnew: false)
    tour.go(on: 200)
    #expect(tour.hasVisited(100, reachHertz: 0))
    var left = tour
    left.go(on: 100)
    #expect(!left.hasVisited(100, reachHertz: 0) && !left.hasVisited(200, reachHertz: 0))
    tour.go(on: nil)
    #expect(!tour.hasVisited(200, reachHertz: 0))
  }
}
