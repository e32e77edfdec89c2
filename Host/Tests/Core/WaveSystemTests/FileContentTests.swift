import Foundation
import Testing
import WaveRadioFormats
import WaveSignal
import WaveSystem

@Suite struct FileContentTests {
  private let folder: TemporaryFolder
  private let plain: [UInt8]
  private let packed: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    plain = [UInt8](try Data(contentsOf: TemporaryFolder.fixtures.appending(path: "three_hops.csv")))
    packed = [UInt8](try Data(contentsOf: TemporaryFolder.fixtures.appending(path: "three_hops.csv.gz")))
  }

  private func read(_ bytes: [UInt8], limit: Int = 1 << 30) throws -> (
    bytes: [UInt8], cause: FileError.Cause?
  ) {
    let content = try FileContent(path: folder.write(bytes, UUID().uuidString))
    var result: [UInt8] = []
    do throws(FileError) {
      try content.read(limit: limit) {
        result += $0
        return true
      }
      return (result, nil)
    } catch {
      return (result, error.cause)
    }
  }

  @Test func readsPlainAndPackedAlike() throws {
    #expect(try read(plain).bytes == plain)
    let unpacked = try read(packed)
    #expect(unpacked.bytes == plain)
    #expect(unpacked.cause == nil)
  }

  @Test func readsMembersOneAfterAnotherAndPadding() throws {
    let twice = try read(packed + packed + [0, 0, 0])
    #expect(twice.bytes == plain + plain)
    #expect(twice.cause == nil)
  }

  @Test func readsNothing() throws {
    let nothing = try read([])
    #expect(nothing.bytes.isEmpty && nothing.cause == nil)
  }

  @Test func startsBehindGzip() throws {
    let content = try FileContent(path: folder.write(packed, "scan.csv.gz"))
    #expect(content.isCompressed)
    #expect(try content.start(count: 512) == Array(plain.prefix(512)))
    let short = try FileContent(path: folder.write([1, 2, 3, 200], "a.cs16"))
    #expect(!short.isCompressed)
    #expect(try short.start(count: 512) == [1, 2, 3, 200])
  }

  @Test func saysWhereGzipEnds() throws {
    for length in [2, 10, 11, 100, packed.count - 1] {
      let cut = try read(Array(packed[..<length]))
      #expect(cut.cause == .gzipTruncated(byte: length))
    }
  }

  @Test func neverGivesDamageForGood() throws {
    var found = 0
    for place in stride(from: 0, to: packed.count, by: 4) {
      var damaged = packed
      damaged[place] ^= 0x10
      let reading = try read(damaged)
      // Some bits (time of packing, codes never used) change nothing that is read.
      if reading.cause == nil { #expect(reading.bytes == plain || place < 10) } else { found += 1 }
      if case .gzipCorrupt(let byte) = reading.cause { #expect(byte <= damaged.count) }
    }
    #expect(found > 200)
  }

  @Test func stopsWhatBursts() throws {
    let burst = try read(packed, limit: 1000)
    #expect(burst.cause == .gzipTooLarge(limit: 1000))
    #expect(burst.bytes.count <= 1000)
  }

  @Test func stopsWhenAsked() throws {
    var pieces = 0
    try FileContent(path: folder.write(packed, "b.gz")).read { _ in
      pieces += 1
      return false
    }
    #expect(pieces == 1)
  }
}
