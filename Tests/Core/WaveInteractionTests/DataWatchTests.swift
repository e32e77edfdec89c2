import Testing
import WaveInteraction

struct DataWatchTests {
  @Test func waitsUntilSomethingHasCome() {
    var watch = DataWatch()
    watch.listen(at: 0)
    #expect(watch.state(at: 90_000_000) == .waiting)
    watch.receive(intervalMicroseconds: 0, at: 90_000_000)
    #expect(watch.state(at: 90_000_000) == .coming)
  }

  @Test(arguments: [(0, 1_000_000), (33_000, 1_000_000), (4_000_000, 8_000_000), (.max, .max)])
  func dataAreLateAfterTwoIntervals(interval: Int64, patience: Int64) {
    var watch = DataWatch()
    watch.receive(intervalMicroseconds: interval, at: 5_000_000)
    let late = Int64(5_000_000).addingReportingOverflow(patience)
    #expect(watch.state(at: late.overflow ? .max : late.partialValue) == .coming)
    if !late.overflow {
      #expect(watch.state(at: late.partialValue + 1) == .stale(seconds: patience / 1_000_000))
    }
  }

  @Test func whatWasNotAskedForIsNotLate() {
    var watch = DataWatch()
    watch.receive(intervalMicroseconds: 0, at: 0)
    watch.listen(at: 60_000_000)
    #expect(watch.state(at: 60_500_000) == .coming)
    #expect(watch.state(at: 63_000_000) == .stale(seconds: 3))
    // Listening does not make it older than it is.
    watch.listen(at: 10)
    #expect(watch.state(at: 60_500_000) == .coming)
  }
}
