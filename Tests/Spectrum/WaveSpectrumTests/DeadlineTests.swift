import Testing

@testable import WaveSpectrum

@Suite struct DeadlineTests {
  @Test func expiresOnce() {
    var deadline = Deadline()
    #expect(deadline.due == nil)
    #expect(deadline.expires(at: .max) == false)
    deadline.start(200, at: 1000)
    #expect(deadline.due == 1200)
    #expect(deadline.expires(at: 1199) == false)
    #expect(deadline.due == 1200)
    #expect(deadline.expires(at: 1200) == true)
    #expect(deadline.due == nil)
    #expect(deadline.expires(at: 1201) == false)
  }

  @Test func aNewDelayReplacesTheOneBefore() {
    var deadline = Deadline()
    deadline.start(200, at: 1000)
    deadline.start(50, at: 1000)
    #expect(deadline.due == 1050)
    deadline.start(500, at: 1000)
    #expect(deadline.expires(at: 1200) == false)
    #expect(deadline.expires(at: 2000) == true)
  }
}
