import Foundation
import HostTestSupport
import Testing
import WaveSensorsWire
import WaveStreams
import WaveSystem
import WaveWire

@testable import WaveSensorSources

@Suite struct RecordingFolderSourceTests {
  private let folder: Samples
  private let path: String

  init() throws {
    folder = try Samples()
    path = URL(filePath: try folder.write([], ".nothing")).deletingLastPathComponent().path
  }

  private func write(_ name: String, seconds: Int, hours: Double) throws {
    let path = try folder.write(FolderListingTests.table(seconds: seconds), name)
    try FolderListingTests.age(path, hours: hours)
  }

  /// What the folder has reported so far.
  private struct Received {
    var events: AsyncStream<SensorEvent>.Iterator
    var names: [String] = []
    var selected = 0
    var source: StreamSource?
    var notices: [String] = []
    var failureCount = 0
    var sampleCount = 0
    var speed = -1.0

    init(_ folder: RecordingFolderSource) { events = folder.events().makeAsyncIterator() }

    /// Listens until something holds.
    mutating func until(_ holds: (Received) -> Bool) async {
      while !holds(self), let event = await events.next(isolation: nil) {
        switch event {
        case .controls(let controls):
          names = controls.controls[0].texts.map { String(decoding: $0, as: UTF8.self) }
          selected = Int(controls.controls[0].value)
        case .changed(let info):
          source = info
          sampleCount = 0
        case .block(_, let block): sampleCount += block.count
        case .timeMap(let map): speed = map.speed
        case .notice(let notice):
          notices.append(String(decoding: notice.text, as: UTF8.self))
          failureCount += notice.severity == .failure ? 1 : 0
        default: break
        }
      }
    }
  }

  private func pick(_ value: Double, of folder: RecordingFolderSource) async {
    await folder.perform(.adjust(source: 0, control: RecordingFolderSource.pickControl, value: value))
  }

  @Test(.timeLimit(.minutes(10))) func aPickedRecordingPlaysAndMakesRoomForAnother() async throws {
    try write("first.csv", seconds: 1, hours: 2)
    try write("second.csv", seconds: 2, hours: 1)
    let folder = try RecordingFolderSource(path: path + "//", speed: 1000)
    let name = try #require(path.split(separator: "/").last)
    #expect(await folder.info.name == Array(name.utf8))
    let empty = await folder.info
    #expect(empty.groups.isEmpty && empty.flags == .recording)
    var received = Received(folder)
    await received.until { !$0.names.isEmpty }
    #expect(received.names == ["None", "second.csv · 0:02 · 1 × 100 Hz", "first.csv · 0:01 · 1 × 100 Hz"])
    #expect(received.selected == 0 && received.speed == 0)

    await pick(2, of: folder)
    await received.until { $0.selected == 2 && $0.sampleCount == 100 }
    #expect(received.source?.name == Array("first.csv".utf8) && received.source?.groups.count == 1)
    #expect(await folder.info.name == Array("first.csv".utf8))
    // Another one in its place; what is beyond the list is its last.
    await pick(1, of: folder)
    await received.until { $0.selected == 1 && $0.sampleCount == 200 }
    #expect(received.source?.name == Array("second.csv".utf8))
    await pick(1e300, of: folder)
    await received.until { $0.selected == 2 && $0.sampleCount == 100 }
    // Nothing is picked by what is no number, or below the list.
    for wild in [0, -7, Double.nan, -Double.infinity] {
      await pick(1, of: folder)
      await received.until { $0.selected == 1 }
      await pick(wild, of: folder)
      await received.until { $0.selected == 0 }
      #expect(received.source?.groups.isEmpty == true && received.source?.name == Array(name.utf8))
    }
    // The speed is the player's, and nobody's where nothing plays.
    await folder.perform(.speed(source: 0, factor: 2))
    await folder.perform(.adjust(source: 0, control: 7, value: 1))
    #expect(await folder.info.groups.isEmpty)
  }

  @Test(.timeLimit(.minutes(10))) func aRecordingThatHasVanishedIsSaid() async throws {
    try write("gone.csv", seconds: 1, hours: 1)
    try write("there.csv", seconds: 1, hours: 2)
    _ = try folder.write(Array("x\ny\n".utf8), "none.csv")
    let folder = try RecordingFolderSource(path: path, speed: 1000)
    var received = Received(folder)
    await received.until { !$0.names.isEmpty }
    let place = try #require(received.names.firstIndex { $0.hasPrefix("gone.csv") })
    try FileManager.default.removeItem(atPath: path + "/gone.csv")
    await pick(Double(place), of: folder)
    await received.until { !$0.notices.isEmpty }
    #expect(
      received.notices.count == 1 && received.notices[0].hasPrefix("gone.csv: ")
        && !received.notices[0].contains(path),
      "\(received.notices)")
    await received.until { $0.selected == 0 && $0.source != nil }
    #expect(await folder.info.groups.isEmpty)
    // The others are there all the same.
    await pick(Double(place + 1), of: folder)
    await received.until { $0.sampleCount == 100 }
    #expect(received.source?.name == Array("there.csv".utf8))
  }

  /// The folder is a source that goes on: its state is not that of one recording in it.
  @Test(.timeLimit(.minutes(10))) func aRecordingThatCannotBeReadOnEndsAlone() async throws {
    try write("torn.csv", seconds: 1000, hours: 1)
    try write("whole.csv", seconds: 1, hours: 2)
    // A second of it comes at once; the rest will have been overwritten.
    let folder = try RecordingFolderSource(path: path, speed: 1)
    var received = Received(folder)
    await received.until { $0.names.count == 3 }
    await pick(1, of: folder)
    await received.until { $0.selected == 1 && $0.sampleCount > 0 }
    let file = try FileHandle(forWritingTo: URL(filePath: path + "/torn.csv"))
    try file.write(contentsOf: Data(repeating: 0, count: 500_000))
    try file.close()
    // That its times say no unit is a notice as well.
    await received.until { $0.notices.contains { $0.hasPrefix("torn.csv") } && $0.speed == 0 }
    #expect(received.failureCount == 0, "\(received.notices)")
    // What it is now is no recording.
    await received.until { !$0.names.contains { $0.hasPrefix("torn.csv") } }
    let place = try #require(received.names.firstIndex { $0.hasPrefix("whole.csv") })
    await pick(Double(place), of: folder)
    await received.until { $0.source?.name == Array("whole.csv".utf8) && $0.sampleCount == 100 }
    #expect(received.failureCount == 0)
  }

  @Test(.timeLimit(.minutes(10))) func anEmptyFolderOffersNothing() async throws {
    let folder = try RecordingFolderSource(path: path)
    var received = Received(folder)
    await received.until { !$0.names.isEmpty }
    #expect(received.names == ["None"])
    await pick(1, of: folder)
    await received.until { $0.source != nil }
    #expect(received.source?.groups.isEmpty == true && received.notices.isEmpty)
    for other in [path + "/none", path + "/.nothing", ""] {
      #expect(throws: SensorSourceError.self) { try RecordingFolderSource(path: other) }
    }
    #expect(FolderFiles.isFolder(path + "/") && !FolderFiles.isFolder(path + "/.nothing"))
  }
}
