import Testing
import WaveSensorsWire

@testable import WaveSensors

/// Decibels at the edges of a spectrum, and what the server is asked for.
@Suite struct SpectrumLevelsTests {
  private func edges(_ levels: SpectrumLevels) -> [Double] { [levels.top, levels.bottom] }

  /// Levels that have followed data once.
  private func followed(_ low: Double, _ high: Double) -> SpectrumLevels {
    var levels = SpectrumLevels()
    levels.follow(isReset: true)
    levels.follow(low: low, high: high, at: 0)
    return levels
  }

  @Test func theyAreFourDecibelsAboveTheDataAtLeastInTens() {
    #expect(edges(followed(-75, 6)) == [10, -80] && edges(followed(-80, 6.1)) == [20, -80])
    #expect(followed(-75, 6).span == 90)
    // 120 dB are shown at most, 20 at least.
    #expect(edges(followed(-300, 5)) == [10, -110] && edges(followed(1, 1)) == [10, -10])
  }

  @Test func dataThatLeaveThePanelAreFollowedAtOnce() {
    var levels = followed(-75, 6)
    levels.follow(low: -75, high: 10, at: 1)
    #expect(edges(levels) == [10, -80], "they are within it")
    levels.follow(low: -75, high: 10.1, at: 2)
    #expect(edges(levels) == [20, -80])
    levels.follow(low: -90, high: 10, at: 3)
    #expect(edges(levels) == [20, -80], "ten decibels below do not matter")
    levels.follow(low: -90.1, high: 10, at: 4)
    #expect(edges(levels) == [20, -100])
  }

  @Test(arguments: [(-75, -14), (-60, 6)] as [(Double, Double)]) func levelsThatHaveBecomeFewAreFollowedLater(
    low: Double, high: Double
  ) {
    var levels = followed(-75, 6)
    let wanted: [Double] = low > -70 ? [10, -60] : [-10, -80]
    for (now, edge) in [(100, [10, -80]), (5_000_099, [10, -80]), (5_000_100, wanted)] as [(Int64, [Double])]
    {
      levels.follow(low: low, high: high, at: now)
      #expect(edges(levels) == edge)
    }
    // Levels that are many again in between begin anew.
    levels = followed(-75, 6)
    levels.follow(low: low, high: high, at: 100)
    levels.follow(low: -75, high: 6, at: 4_000_000)
    levels.follow(low: low, high: high, at: 5_000_100)
    #expect(edges(levels) == [10, -80])
  }

  @Test func withoutLevelsNothingIsFollowed() {
    var levels = SpectrumLevels()
    levels.follow(low: .infinity, high: -.infinity, at: 0)
    levels.follow(low: .nan, high: .nan, at: 0)
    #expect(levels == SpectrumLevels())
  }

  @Test func fingersEndTheFollowing() {
    var levels = SpectrumLevels()
    levels.zoom(by: 2, at: 0.25, movedBy: 0)
    #expect(edges(levels) == [-10, -50] && !levels.isAutomatic)
    levels.follow(low: -200, high: 100, at: 0)
    #expect(edges(levels) == [-10, -50])
    levels.zoom(by: 1, at: 0, movedBy: 0.5)
    #expect(edges(levels) == [10, -30])
    levels.follow()
    #expect(levels.isAutomatic)
    levels.follow(low: -200, high: 100, at: 0)
    #expect(edges(levels) == [110, -10])
  }

  @Test func whatAFingerDoesIsBounded() {
    for factor in [Double.nan, .infinity, 0, -1] {
      var levels = SpectrumLevels()
      levels.zoom(by: factor, at: 0.5, movedBy: 0.1)
      #expect(levels == SpectrumLevels())
    }
    // A trembling finger does not end the following.
    var levels = SpectrumLevels()
    levels.zoom(by: 1.002, at: 0.5, movedBy: 0.002)
    #expect(levels == SpectrumLevels())
    levels.zoom(by: 1.004, at: 0.5, movedBy: 0)
    #expect(!levels.isAutomatic)
    for (factor, span) in [(1000, 5), (1e-6, 240)] as [(Double, Double)] {
      levels.zoom(by: factor, at: 0.5, movedBy: 0)
      #expect(levels.span == span)
    }
    for (moved, top) in [(99, 400), (-99, -400)] as [(Double, Double)] {
      levels.zoom(by: 1, at: 7, movedBy: moved)
      #expect(edges(levels) == [top, top - 240])
    }
  }

  // MARK: - Requests

  private func makeRequest(_ channel: UInt8 = 0) -> ShowSpectrum {
    ShowSpectrum(view: 0, source: 3, channel: channel)
  }

  private func asked(_ view: UInt16, _ channel: UInt8 = 0) -> Dispatch {
    .send(.showSpectrum(ShowSpectrum(view: view, source: 3, channel: channel)))
  }

  private func answer(_ view: UInt16) -> StreamSpectrum {
    StreamSpectrum(
      view: view, averageCount: 0, leftOutCount: 0, transformCount: 1, rateHertz: 1, rbwHertz: 0,
      enbwHertz: 0,
      fromMicroseconds: 0, untilMicroseconds: 0, peakHertz: .nan, peakDensity: 0, firstHertz: 0, stepHertz: 1,
      density: [])
  }

  @Test func anotherSpectrumIsAskedForAtMostTenTimesASecond() {
    var request = SpectrumRequest()
    #expect(request.update(nil, at: 0) == .none && !request.isAnswered(by: answer(0)))
    #expect(request.update(makeRequest(), at: 0) == asked(1) && request.update(makeRequest(), at: 1) == .none)
    #expect(request.update(makeRequest(1), at: 99_999) == .wait(100_000) && request.isAnswered(by: answer(1)))
    #expect(request.update(makeRequest(1), at: 100_000) == asked(2, 1))
    #expect(request.isAnswered(by: answer(2)) && !request.isAnswered(by: answer(1)))
  }

  @Test func thePanelThatIsClosedIsSaidOnce() {
    var request = SpectrumRequest()
    _ = request.update(makeRequest(), at: 0)
    #expect(request.update(nil, at: 1) == .send(.showSpectrum(ShowSpectrum(view: 0, source: 3))))
    #expect(request.update(nil, at: 2) == .none && !request.isAnswered(by: answer(1)))
    #expect(
      request.update(makeRequest(), at: 3) == .wait(100_000)
        && request.update(makeRequest(), at: 100_000) == asked(2))
  }

  @Test func aServerThatKnowsNothingIsAskedAnew() {
    var request = SpectrumRequest()
    _ = request.update(makeRequest(), at: 0)
    request.forget()
    #expect(!request.isAnswered(by: answer(1)) && request.update(nil, at: 200_000) == .none)
    #expect(request.update(makeRequest(), at: 200_000) == asked(2))
  }
}
