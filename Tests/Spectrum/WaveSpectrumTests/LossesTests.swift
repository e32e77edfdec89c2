import Testing
import WaveSpectrumWire

@testable import WaveSpectrum

@Suite struct LossesTests {
  private func lost(_ change: (inout Losses) -> Void) -> UInt64 {
    var losses = Losses()
    change(&losses)
    losses.publish()
    return losses.shownLost
  }

  @Test func missingNumbersAreLost() {
    #expect(
      lost {
        $0.count(100, view: 1, skipped: 0)
        $0.count(101, view: 1, skipped: 0)
      } == 0)
    #expect(
      lost {
        $0.count(100, view: 1, skipped: 0)
        $0.count(105, view: 1, skipped: 0)
      } == 4)
    // Less those that the server skipped.
    #expect(
      lost {
        $0.count(100, view: 1, skipped: 0)
        $0.count(105, view: 1, skipped: 3)
        $0.count(109, view: 1, skipped: 9)
      } == 1)
  }

  @Test func numbersOfOtherViewsAndServersSayNothing() {
    #expect(
      lost {
        $0.count(100, view: 1, skipped: 0)
        $0.count(200, view: 2, skipped: 0)
        $0.count(202, view: 2, skipped: 0)
      } == 1)
    #expect(
      lost {
        $0.count(100, view: 1, skipped: 0)
        $0.forgetSequence()
        $0.count(200, view: 1, skipped: 0)
      } == 0)
    // A jump back, or one so far that it is none.
    #expect(
      lost {
        $0.count(100, view: 1, skipped: 0)
        $0.count(50, view: 1, skipped: 0)
        $0.count(1_000_051, view: 1, skipped: 0)
        $0.count(2_000_051, view: 1, skipped: 0)
      } == 999_999)
  }

  @Test func countsAreShownOncePublished() {
    var losses = Losses()
    losses.note(.heldUp, skipped: 3, at: 0)
    losses.count(1, view: 1, skipped: 0)
    losses.count(3, view: 1, skipped: 0)
    #expect(losses.shownSkipped == 0 && losses.shownLost == 0 && !losses.isSkipping(at: 0))
    losses.publish()
    #expect(losses.shownSkipped == 3 && losses.shownLost == 1)
    #expect(losses.isSkipping(at: 2_999_999) && !losses.isSkipping(at: 3_000_000))
  }

  @Test func onlyWhatWasHeldUpIsSkipped() {
    var losses = Losses()
    losses.note([], skipped: 3, at: 0)
    losses.publish()
    #expect(losses.shownSkipped == 0)
    losses.note(.heldUp, skipped: 2, at: 0)
    losses.note(.heldUp, skipped: 2, at: 0)
    losses.publish()
    #expect(losses.shownSkipped == 4)
  }

  @Test func linesWithoutRowsAreCounted() {
    var losses = Losses()
    #expect(!losses.isIncomplete(at: 0))
    losses.note(.incomplete, skipped: 0, at: 1000)
    losses.note(.incomplete, skipped: 0, at: 2000)
    #expect(losses.incomplete == 2)
    #expect(losses.isIncomplete(at: 3_001_999) && !losses.isIncomplete(at: 3_002_000))
    // What was fetched was incomplete before.
    losses.note([.incomplete, .fetched], skipped: 0, at: 9_000_000)
    #expect(losses.incomplete == 2 && !losses.isIncomplete(at: 9_000_000))
  }

  @Test func clippingIsShownForAWhile() {
    var losses = Losses()
    losses.note(.heldUp, skipped: 0, at: 0)
    #expect(!losses.isClipping(at: 0))
    losses.note(.clipped, skipped: 0, at: 0)
    #expect(losses.isClipping(at: 2_999_999) && !losses.isClipping(at: 3_000_000))
  }

  @Test func slowRowsAreAveraged() {
    var losses = Losses()
    #expect(!losses.isSlowed(at: 0))
    losses.slow(toMicroseconds: 100_000, at: 0)
    #expect(losses.slowedMicroseconds == 100_000)
    #expect(losses.isSlowed(at: 1_499_999) && !losses.isSlowed(at: 1_500_000))
    losses.slow(toMicroseconds: 200_000, at: 1_000_000)
    #expect(losses.slowedMicroseconds == 110_000)
    // After a second without, the average begins anew.
    losses.slow(toMicroseconds: 200_000, at: 2_000_001)
    #expect(losses.slowedMicroseconds == 200_000)
    losses.slow(toMicroseconds: -400_000, at: 9_000_000)
    #expect(!losses.isSlowed(at: 9_000_000))
  }

  @Test func anotherSourceIsCountedAnew() {
    var losses = Losses()
    losses.note([.heldUp, .clipped, .incomplete], skipped: 3, at: 0)
    losses.count(1, view: 1, skipped: 0)
    losses.count(3, view: 1, skipped: 0)
    losses.publish()
    losses.restart()
    // What is shown stays until it is published.
    #expect(losses.shownLost == 1 && losses.shownSkipped == 3)
    #expect(!losses.isClipping(at: 0) && losses.incomplete == 0 && !losses.isSkipping(at: 0))
    losses.publish()
    #expect(losses.shownLost == 0 && losses.shownSkipped == 0)
  }
}
