import Testing

@testable import WaveInteraction

@Suite struct DrawnLatencyTests {
  @Test func isThatOfTheLastFrameAndSmoothedForTheChip() {
    var latency = DrawnLatency()
    latency.publish()
    #expect(latency.shownMicroseconds == nil)
    latency.note(8000)
    #expect(latency.drawnMicroseconds == 8000 && latency.shownMicroseconds == nil)
    latency.note(16_000)
    latency.publish()
    #expect(latency.shownMicroseconds == 9000)
    // A frame without a new sample, and a sample that is still to come, say nothing.
    for none in [nil, -1] as [Int64?] {
      latency.note(none)
      #expect(latency.drawnMicroseconds == nil)
    }
    latency.publish()
    #expect(latency.shownMicroseconds == 9000)
    latency.forget()
    latency.note(4000)
    latency.publish()
    #expect(latency.shownMicroseconds == 4000)
  }
}
