import Testing
import WaveSignal
import WaveSpectra
import WaveSystem

@testable import WaveReceivers

@Suite struct DemoSamplesTests {
  @Test func givesBlocksOfTheRateAndReportsTuning() async {
    let source = DemoSamples(seed: 2, rateHertz: 250_000, centerHertz: 100e6)
    let before = await source.properties
    #expect(before.format == .cu8 && before.rateHertz == 250_000 && before.isSimulated)
    var blocks = 0
    var times: [Int64] = []
    for await event in source.samples() {
      switch event {
      case .samples(let block):
        #expect(block.bytes.count == 5000)
        #expect(block.microseconds <= MonotonicClock.microseconds)
        times.append(block.microseconds)
        blocks += 1
        if blocks == 3 { await source.tune(rateHertz: 250_000, centerHertz: 101e6) }
      case .changed(let properties):
        #expect(properties.centerHertz == 101e6)
        #expect(blocks >= 3)
        #expect(times == times.sorted())
        return
      default: break
      }
    }
  }

  @Test func countsWhatASlowReaderLeavesWhereItIsMissing() async {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SampleEvent.self, bufferingPolicy: SampleOutlet.policy)
    var outlet = SampleOutlet(continuation)
    var received: [Int] = []
    for index in 0..<UInt8(SampleOutlet.eventsWaiting + 7) {
      outlet.emit(IQBlock(bytes: [index, 0], microseconds: Int64(index)), samples: 1)
    }
    var reader = stream.makeAsyncIterator()
    for index in 0..<UInt8(SampleOutlet.eventsWaiting) {
      guard case .samples(let block) = await reader.next() else {
        Issue.record("no block \(index)")
        return
      }
      #expect(block.bytes == [index, 0])
    }
    outlet.lose(samples: 10)
    outlet.emit(IQBlock(bytes: [99, 0], microseconds: 99), samples: 1)
    continuation.finish()
    while let event = await reader.next() {
      switch event {
      case .lost(let samples): received.append(samples ?? -1)
      case .samples(let block): received.append(Int(block.bytes[0]))
      default: Issue.record("\(event)")
      }
    }
    #expect(received == [17, 99])
  }
}
