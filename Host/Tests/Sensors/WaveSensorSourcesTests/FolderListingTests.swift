import Foundation
import HostTestSupport
import Testing
import WaveStore

@testable import WaveSensorSources

@Suite struct FolderListingTests {
  private let folder: Samples
  private let path: String

  init() throws {
    folder = try Samples()
    path = URL(filePath: try folder.write([], ".nothing")).deletingLastPathComponent().path
  }

  /// A table of 100 Hz.
  static func table(seconds: Int, channels: Int = 1) -> [UInt8] {
    let names = (0..<channels).map { ",x\($0)" }.joined()
    let rows = (0..<100 * seconds).map {
      "\(Double($0) / 100)" + String(repeating: ",\($0 % 7)", count: channels)
    }
    return Array((["time" + names] + rows).joined(separator: "\n").utf8) + [0x0A]
  }

  /// Writes a file as if it were so many hours old.
  @discardableResult
  private func write(_ bytes: [UInt8], _ name: String, hours: Double = 0) throws -> String {
    let path = try folder.write(bytes, name)
    try Self.age(path, hours: hours)
    return path
  }

  static func age(_ path: String, hours: Double) throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000 - 3600 * hours)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }

  private func texts(_ listing: FolderListing) -> [String] { listing.entries.map(\.text) }

  @Test func anEmptyFolderAndNoneHaveNothing() {
    var listing = FolderListing(path: path)
    listing.refresh()
    #expect(listing.entries.isEmpty && listing.leftOutCount == 0)
    var none = FolderListing(path: path + "/none")
    none.refresh()
    #expect(none.entries.isEmpty)
  }

  @Test func recordingsAreListedTheNewestFirst() throws {
    try write(Self.table(seconds: 3, channels: 2), "old.csv", hours: 9)
    try write(Self.table(seconds: 61), "a name: with #signs? und Ümlauten.csv", hours: 2)
    try write(Self.table(seconds: 1), "b.csv", hours: 2)
    // Tables are known by their columns alone when they have a name of one.
    try write(Array("nothing of signals\n".utf8), "notes.txt")
    try write([0x89, 0x50, 0x4E, 0x47], "picture.png")
    try write([], "empty.csv")
    var listing = FolderListing(path: path)
    listing.refresh()
    #expect(
      texts(listing) == [
        "a name: with #signs? und Ümlauten.csv · 1:01 · 1 × 100 Hz", "b.csv · 0:01 · 1 × 100 Hz",
        "old.csv · 0:03 · 2 × 100 Hz",
      ])
    #expect(listing.entries.last?.name == "old.csv")
  }

  @Test func tablesWithoutTimesAreNotListed() throws {
    try write(Array("wildlife,cost\nsmall,30\nlarge,700\nmedium,12\n".utf8), "birds.csv", hours: 1)
    try write(Array("date\tvalue\n2020-03-25\t1\n2020-03-26\t2\n".utf8), "dated.tsv", hours: 2)
    #expect(!RecordingFolderSource.hasRecordings(path: path))
    try write(Self.table(seconds: 1), "walk.csv", hours: 3)
    // A text of another name is nothing else than a recording.
    try write(Array("x;y\n1;2\n3;4\n5;6\n".utf8), "values.txt", hours: 4)
    var listing = FolderListing(path: path)
    listing.refresh()
    #expect(listing.entries.map(\.name) == ["walk.csv", "values.txt"] && listing.leftOutCount == 0)
    #expect(RecordingFolderSource.hasRecordings(path: path + "/"))
  }

  @Test func onlyFilesOfTheFolderItselfAreListed() throws {
    let manager = FileManager.default
    for name in ["sub", "sub/deeper", "named.wgs"] {
      try manager.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
      _ = try folder.write(Self.table(seconds: 1), name + "/inside.csv")
    }
    let outside = try Samples()
    let target = try outside.write(Self.table(seconds: 1), "outside.csv")
    try manager.createSymbolicLink(atPath: path + "/link.csv", withDestinationPath: target)
    try manager.createSymbolicLink(atPath: path + "/nowhere.csv", withDestinationPath: "/nowhere")
    try write(Self.table(seconds: 1), ".hidden.csv")
    #expect(mkfifo(path + "/pipe.csv", 0o600) == 0)
    var listing = FolderListing(path: path)
    listing.refresh()
    #expect(listing.entries.isEmpty && listing.leftOutCount == 0)
    // A folder with a slash behind it is the same one.
    var inner = FolderListing(path: path + "/sub/deeper")
    inner.refresh()
    #expect(texts(inner) == ["inside.csv · 0:01 · 1 × 100 Hz"])
  }

  @Test func aFileThatCannotBeReadHasItsNameAlone() throws {
    // What begins as a store, and ends there.
    try write(Array(StoreEncoder(identifier: 1).bytes.prefix(12)), "cut.wgs", hours: 1)
    let fixture = try BiosignalFixtures.load("edf", as: BiosignalFixtures.EDF.self)
    let edf = try #require(fixture.cases.values.first).file
    try write(Array(edf.prefix(300)), "cut.edf", hours: 2)
    try write(Self.table(seconds: 1), "whole.csv", hours: 3)
    var listing = FolderListing(path: path)
    listing.refresh()
    #expect(texts(listing) == ["cut.wgs", "cut.edf", "whole.csv · 0:01 · 1 × 100 Hz"])
  }

  @Test func whatVanishesGrowsOrComesIsSeen() throws {
    let gone = try write(Self.table(seconds: 1), "gone.csv", hours: 1)
    let kept = try write(Self.table(seconds: 2), "kept.csv", hours: 2)
    var listing = FolderListing(path: path)
    listing.refresh()
    let before = listing.entries
    listing.refresh()
    #expect(listing.entries == before && before.count == 2)
    try FileManager.default.removeItem(atPath: gone)
    listing.refresh()
    #expect(texts(listing) == ["kept.csv · 0:02 · 1 × 100 Hz"])
    // Other bytes of the same length and date are not looked at again.
    let length = try Data(contentsOf: URL(filePath: kept)).count
    try write([UInt8](repeating: 0, count: length), "kept.csv", hours: 2)
    listing.refresh()
    #expect(texts(listing) == ["kept.csv · 0:02 · 1 × 100 Hz"])
    try write(Self.table(seconds: 4), "kept.csv", hours: 2)
    try write(Self.table(seconds: 1), "new.csv", hours: 0)
    listing.refresh()
    #expect(texts(listing) == ["new.csv · 0:01 · 1 × 100 Hz", "kept.csv · 0:04 · 1 × 100 Hz"])
    try FileManager.default.removeItem(atPath: path)
    listing.refresh()
    #expect(listing.entries.isEmpty)
  }

  @Test func recordingsBeyondTheLimitAreCountedAndListedWhenThereIsRoom() throws {
    let count = FolderListing.limit + 4
    for index in 0..<count {
      try write(Self.table(seconds: 1), "\(index).csv", hours: Double(index))
    }
    try write([1, 2, 3], "not one.bin", hours: 1000)
    var listing = FolderListing(path: path)
    for _ in 0..<2 {
      listing.refresh()
      #expect(listing.entries.map(\.name) == (0..<FolderListing.limit).map { "\($0).csv" })
      #expect(listing.leftOutCount == 4)
    }
    for index in 0..<10 { try FileManager.default.removeItem(atPath: path + "/\(index).csv") }
    listing.refresh()
    #expect(listing.entries.map(\.name) == (10..<count).map { "\($0).csv" } && listing.leftOutCount == 0)
    #expect(listing.entries.allSatisfy { $0.text.hasSuffix(" · 0:01 · 1 × 100 Hz") })
  }

  @Test(arguments: [
    (0.0, "0:00"), (59.4, "0:59"), (59.6, "1:00"), (3599, "59:59"), (3600, "1:00:00"), (36_061, "10:01:01"),
    (-5, "0:00"), (.nan, "0:00"), (.infinity, "0:00"), (1e300, "277777:46:40"),
  ])
  func lengthsAreWritten(seconds: Double, text: String) { #expect(FolderListing.length(seconds) == text) }
}
