import TestSupport
import Testing
import WaveStreams

@Suite struct StreamTimesTests {
  @Test func oneRateIsALineBothWays() {
    var times = StreamTimes()
    #expect(times.microseconds(of: 5) == nil && times.sequence(at: 5) == nil)
    times.add(from: 1000, microseconds: 5e6, rateHertz: 250)
    #expect(times.microseconds(of: 1000) == 5e6 && times.microseconds(of: 1250) == 6e6)
    #expect(times.microseconds(of: 750) == 4e6)
    #expect(times.sequence(at: 6e6) == 1250 && times.sequence(at: 6e6 + 1999) == 1250)
    #expect(times.sequence(at: 6e6 + 2001) == 1251 && times.sequence(at: -1e12) == 0)
    #expect(times.sequence(at: 1e300) == .max && times.sequence(at: .nan) == nil)
  }

  @Test func timeStandsWhereAPieceRunsOverTheNext() {
    var times = StreamTimes()
    times.add(from: 0, microseconds: 0, rateHertz: 1000)
    times.add(from: 100, microseconds: 95_000, rateHertz: 1000)
    #expect(times.microseconds(of: 94) == 94_000 && times.microseconds(of: 99) == 95_000)
    #expect(times.microseconds(of: 101) == 96_000 && times.sequence(at: 95_000) == 100)
    // A pause: the samples before it end where they ended.
    times.add(from: 200, microseconds: 5e6, rateHertz: 500)
    #expect(times.sequence(at: 4e6) == 199 && times.sequence(at: 5.002e6) == 201)
  }

  @Test func whatCannotBeIsPassedOver() {
    var times = StreamTimes()
    times.add(from: 10, microseconds: 1000, rateHertz: 100)
    times.add(from: 5, microseconds: 2000, rateHertz: 100)
    times.add(from: 20, microseconds: .nan, rateHertz: 100)
    times.add(from: 20, microseconds: 2000, rateHertz: 0)
    #expect(times.pieces.count == 1)
    times.add(from: 20, microseconds: 500, rateHertz: 100)
    times.add(from: 20, microseconds: 700, rateHertz: 50)
    #expect(times.pieces.last == StreamTimes.Piece(sequence: 20, microseconds: 1000, rateHertz: 50))
  }

  @Test func thereAndBackIsTheSameSampleAndTimeNeverRunsBack() {
    var random = SeededGenerator(seed: 4)
    var times = StreamTimes()
    var (sequence, time) = (UInt64(1 << 33), 1e9)
    for _ in 0..<1000 {
      times.add(from: sequence, microseconds: time, rateHertz: Double.random(in: 900...1100, using: &random))
      sequence += UInt64.random(in: 1...2000, using: &random)
      time += Double.random(in: 2e6...3e6, using: &random)
    }
    #expect(times.pieces.count == StreamTimes.pieceLimit && times.pieces[0].sequence == 1 << 33)
    let first = times.pieces[0].sequence
    var before = -Double.infinity
    for number in stride(from: first, to: sequence, by: 173) {
      let found = times.microseconds(of: number) ?? .nan
      #expect(found >= before && times.sequence(at: found) == number)
      before = found
    }
    // Merging moved nothing of the ends: the second piece begins where the first one runs to.
    let (oldest, next) = (times.pieces[0], times.pieces[1])
    let reached = oldest.microseconds + Double(next.sequence - oldest.sequence) * 1e6 / oldest.rateHertz
    #expect((reached - next.microseconds).magnitude < 1)
  }
}
