import NIOCore
import NIOWebSocket
import Testing

@testable import WaveServer

@Suite struct MessageBudgetTests {
  @Test func aSteadyRateAlwaysHasRoom() {
    var budget = MessageBudget(perSecond: 100)
    var refused = 0
    for number in 0..<5000 as Range<Int64> where !budget.trySpend(at: 1 + number * 10_000) { refused += 1 }
    #expect(refused == 0)
  }

  @Test func aFloodIsRefusedAfterTwoSecondsWorth() {
    var budget = MessageBudget(perSecond: 100)
    var taken = 0
    while taken < 1000, budget.trySpend(at: 5) { taken += 1 }
    #expect(taken == 200)
    // A second later there is room for a second's worth.
    #expect((0..<150).filter { _ in budget.trySpend(at: 1_000_005) }.count == 100)
  }

  @Test func closeFramesCarryCodeAndReason() {
    let flood = CloseFrame(.flood("more than 300 messages a second"))
    var data = flood.frame.data
    #expect(data.readWebSocketErrorCode() == .policyViolation)
    #expect(data.readString(length: data.readableBytes) == "more than 300 messages a second")
    #expect(CloseFrame(.protocolError("x")).code == .protocolError)
    #expect(CloseFrame(.notBinary).code == .unacceptableData)
    #expect(CloseFrame(.tooLarge("x")).code == .messageTooLarge)
    let long = CloseFrame(code: .protocolError, reason: String(repeating: "x", count: 500))
    #expect(long.frame.data.readableBytes == 125)
    // Cut between characters: what stands for half of one would be longer than a close frame may be.
    let accented = CloseFrame(code: .protocolError, reason: String(repeating: "\u{E9}", count: 500))
    #expect(accented.frame.data.readableBytes == 124)
  }
}
