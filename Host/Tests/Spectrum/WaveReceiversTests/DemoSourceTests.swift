import Testing
import WaveReceivers
import WaveSignal
import WaveSpectra
import WaveSpectrumWire
import WaveSystem
import WaveWire

@Suite struct DemoSourceTests {
  @Test func saysWhatItIs() async {
    let info = await DemoSource().info
    #expect(info.flags == [.simulated, .tunable] && info.unit == .fullScale)
    #expect(String(decoding: info.name, as: UTF8.self) == "Simulated FM band")
    #expect(info.lowHertz == 88e6 && info.tuneLowHertz == 24e6 && info.tuneHighHertz == 1.766e9)
    #expect(info.levelLow < -100 && info.levelHigh == -20)
  }

  @Test func givesRowsAtTheEndOfTheirTimeAndTunes() async {
    let source = DemoSource(seed: 4)
    var sequences: [UInt32] = []
    var starts: [Int64] = []
    var isTuned = false
    for await event in source.events() {
      switch event {
      case .row(let row):
        let now = MonotonicClock.microseconds
        #expect(row.startMicroseconds + row.durationMicroseconds <= now + 1)
        sequences.append(row.sequence)
        starts.append(row.startMicroseconds)
        if sequences.count == 2 { await source.perform(.tune(source: 0, lowHertz: 99e6, highHertz: 101e6)) }
        if isTuned {
          #expect(row.axis.lowHertz == 99e6)
        }
      case .changed(let info): isTuned = info.lowHertz == 99e6 && abs(info.highHertz - 101e6) < 1e-3
      default: break
      }
      if isTuned, sequences.count >= 4 { break }
    }
    #expect(isTuned)
    #expect(zip(sequences, sequences.dropFirst()).allSatisfy { $0 < $1 })
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func theClockNeverStepsBack() {
    var last: Int64 = 0
    for _ in 0..<1000 {
      let now = MonotonicClock.microseconds
      #expect(now >= last && now > 0)
      last = now
    }
  }
}
