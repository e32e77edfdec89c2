import Foundation
import HostTestSupport
import Testing

@testable import WaveSensorSources

/// The texts of recordings in the list of a folder, and pushes that are no pushes.
@Suite struct FolderTextTests {
  private func text(_ made: EDFBytes) throws -> [String] {
    let samples = try Samples()
    let path = try samples.write(made.bytes, "one.edf")
    var listing = FolderListing(path: URL(filePath: path).deletingLastPathComponent().path)
    listing.refresh()
    return listing.entries.map(\.text)
  }

  /// Groups by their widths in a record.
  private func edf(_ widths: [Int], seconds: String = "3", records: Int = 2) -> EDFBytes {
    EDFBytes(
      records: records, seconds: seconds,
      signals: widths.map { width in
        .init(label: "x", width: width) { _ in [Int](repeating: 1, count: width) }
      })
  }

  /// At most three groups are named, and rates have two decimals.
  @Test func atMostThreeGroupsAreNamed() throws {
    #expect(try text(edf([10, 10, 3])) == ["one.edf · 0:06 · 2 × 3.33 Hz · 1 × 1 Hz"])
    #expect(try text(edf([6, 9, 12])) == ["one.edf · 0:06 · 1 × 2 Hz · 1 × 3 Hz · 1 × 4 Hz"])
    #expect(try text(edf([6, 9, 12, 5])) == ["one.edf · 0:06 · 1 × 2 Hz · 1 × 3 Hz · 1 × 4 Hz …"])
    #expect(try text(edf([1], seconds: "1800")) == ["one.edf · 1:00:00 · 1 × 0.0 Hz"])
  }

  @Test func whatHasNoSamplesSaysSo() throws {
    #expect(try text(edf([5], records: 0)) == ["one.edf · 0:00"])
    let notes = EDFBytes(
      kind: "EDF+C", records: 1, seconds: "0", signals: [.notes { _ in "+0,,.+1,here,." }])
    #expect(try text(notes) == ["one.edf · annotations only"])
  }

  /// A page that is opened by mistake is told what to do; one of a browser's pages may not push.
  @Test func requestsThatAreNoPushesAreAnswered() async throws {
    let near = try SensorLoggerSource(.sensors("sensorlogger:8000"), ownToken: nil)
    var request = PushListener.Request()
    #expect(await near.answer(request) == .hint)
    request.isFromPage = true
    #expect(await near.answer(request) == .forbidden)
    // With a token, a page may be one of the user's own.
    let far = try SensorLoggerSource(.sensors("sensorlogger://192.168.1.5:8000"), ownToken: "abc")
    for (path, authorization, isRight) in [
      ("/abc", nil, true), ("/", "abc", true), ("/abd", nil, false), ("/ab", nil, false),
      ("/abcd", "abcd", false),
      ("/", "Bearer abc", true), ("/", "bearer abc", false), ("/", "", false), ("abc", nil, false),
    ] as [(String, String?, Bool)] {
      (request.path, request.authorization) = (path, authorization)
      #expect(await far.answer(request) == (isRight ? .hint : .unauthorized), "\(path)")
    }
    let instruction = try #require(near.instruction)
    #expect(instruction.text == "Sensor Logger's Push URL is http://127.0.0.1:8000" && !instruction.isSecret)
    let made = try SensorLoggerSource(.sensors("sensorlogger://192.168.1.5:8000"), ownToken: nil)
    #expect(made.instruction?.isSecret == true)
  }
}
