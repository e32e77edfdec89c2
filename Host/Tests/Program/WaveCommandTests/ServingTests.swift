import ArgumentParser
import Foundation
import Testing
import WaveSensorsServer

@testable import WaveCommand

@Suite struct ServingTests {
  /// With `--record`, a recording begins without a page that asks for it; with `--recordings` it waits for
  /// one.
  @Test func onlyTheOptionRecordStartsRecordingsByItself() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    func folder(_ arguments: String...) throws -> RecordingFolder? {
      let arguments = ["serve", "demo:ecg"] + arguments
      return try Serving.folder(#require(WaveglassCommand.parseAsRoot(arguments) as? ServeCommand).options)
    }
    #expect(try folder("--record", path)?.recordsFromStart == true)
    #expect(try folder("--recordings", path)?.recordsFromStart == false)
    #expect(try folder() == nil)
  }
}
