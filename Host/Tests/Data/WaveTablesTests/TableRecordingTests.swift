import Foundation
import TestSupport
import Testing
import WaveTableFormats
import WaveTables

/// Real tables, in the folder that WAVEGLASS_DATA names; what they hold was counted by Python's csv module.
@Suite(.enabled(if: Repository.wantsRecordings))
struct TableRecordingTests {
  private func chunk(_ name: String) throws -> (info: TableInfo, chunks: [TableChunk]) {
    let folder = try TemporaryFolder()
    let path = Repository.recordings.appending(path: "data/" + name).path
    let table = try TableFile.open(path, folder: CacheFolder(path: folder.url.path + "/cache"))
    let info = table.info
    let numbers = info.columns.indices.filter { info.columns[$0].isNumeric }
    return (info, try table.chunks(numbers))
  }

  @Test func householdMetersAreReadWhole() throws {
    let (info, chunks) = try chunk("household_submetering.csv")
    #expect(info.columns.map(\.kind) == [.time, .real, .real, .real])
    #expect(chunks.map(\.rowCount).reduce(0, +) == 405_537)
    #expect(chunks[0].integers[0]?.first == 1_265_603_280_000_000)
  }

  @Test func strikesOfBirdsAreReadWhole() throws {
    let (info, chunks) = try chunk("birdstrikes.csv")
    #expect(info.columns.count == 14 && info.columns[3].kind == .time)
    #expect(chunks.map(\.rowCount).reduce(0, +) == 10_000)
  }

  @Test func playersAreReadWhole() throws {
    let (info, chunks) = try chunk("nba_historical_RAPTOR_by_player.csv")
    #expect(info.columns.prefix(4).map(\.kind) == [.text, .text, .integer, .integer])
    #expect(chunks.map(\.rowCount).reduce(0, +) == 19_159)
  }

  @Test func taxisAndMachinesAreReadWhole() throws {
    #expect(try chunk("nab/nyc_taxi.csv").chunks.map(\.rowCount).reduce(0, +) == 10_320)
    let (info, chunks) = try chunk("nab/machine_temperature_system_failure.csv")
    #expect(info.columns.map(\.kind) == [.time, .real] && chunks.map(\.rowCount).reduce(0, +) == 22_695)
  }
}
