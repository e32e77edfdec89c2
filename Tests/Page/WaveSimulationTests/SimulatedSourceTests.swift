import Testing
import WaveSimulation
import WaveSpectra
import WaveSpectrumWire
import WaveWire

@Suite struct SimulatedSourceTests {
  @Test func givesARowAtTheEndOfEachInterval() {
    var source = SimulatedSource(seed: 4, startMicroseconds: 1000)
    #expect(source.nextTurn(at: 1000) == nil)
    for number in 1...90 as ClosedRange<UInt32> {
      let due = source.dueMicroseconds
      #expect(due == 1000 + Int64(number) * 1_000_000 / 30)
      #expect(source.nextTurn(at: due - 1) == nil)
      let row = source.nextTurn(at: due)?.row
      #expect(row?.sequence == number)
      #expect((row?.startMicroseconds ?? .max) + (row?.durationMicroseconds ?? .max) <= due)
    }
  }

  @Test func countsWhatWasLostWithTheNextRow() {
    var source = SimulatedSource(seed: 1)
    var last: UInt32 = 0
    var lost: UInt32 = 0
    while last < 1200 {
      guard let turn = source.nextTurn(at: source.dueMicroseconds) else { break }
      guard let row = turn.row else {
        #expect(turn.lost == 0)
        continue
      }
      #expect(row.sequence == last + 1 + turn.lost)
      lost += turn.lost
      last = row.sequence
    }
    // About half a second of the first forty.
    #expect(lost > 8 && lost < 30)
  }

  @Test func saysWhatItIsAndWhenThatChanges() {
    var source = SimulatedSource()
    #expect(source.info.nameString == "Simulated FM band")
    #expect(source.info.detailString == "4096 bins, Blackman-Harris, 30 rows/s")
    #expect(source.info.flags == [.simulated, .tunable])
    let request = Command.tune(source: 0, lowHertz: 99e6, highHertz: 101e6)
    let first = source.perform(request)
    let second = source.perform(request)
    #expect(first && !second && source.info.lowHertz == 99e6)
    let other = source.perform(.adjust(source: 0, control: 1, value: 2))
    #expect(!other)
  }
}
