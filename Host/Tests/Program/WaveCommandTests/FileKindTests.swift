import Foundation
import HostTestSupport
import Testing
import WaveReceivers
import WaveSensorSources
import WaveSpectra
import WaveSystem

@testable import WaveCommand

/// Files that could be those of either instrument: their content goes before their name.
@Suite struct FileKindTests {
  private let samples: Samples
  private let header = Array("made 0 250 9\n".utf8)
  private let dicom = [UInt8](repeating: 127, count: 128) + Array("DICM".utf8)

  init() throws { samples = try Samples() }

  @Test func signalsOfSensorsAreNotMeasured() throws {
    for content in [header, dicom] {
      let path = try samples.write(content, "a.cu8")
      let plain = #expect(throws: ReceiverError.self) {
        try SourceOpening.refuseSignals(path: path, format: nil)
      }
      #expect(plain?.explanation.what == "these are signals of sensors, not samples of a receiver")
      let given = #expect(throws: ReceiverError.self) {
        try SourceOpening.refuseSignals(path: path, format: .cs8)
      }
      #expect(given?.explanation.what == "the file specifies its own format, which cannot be changed")
      #expect(SignalFile.isRecording(path: path))
    }
    try SourceOpening.refuseSignals(
      path: samples.write([UInt8](repeating: 127, count: 600), "b.cu8"), format: nil)
  }

  @Test func logsOfReceiversAreNoSignals() throws {
    let log = [UInt8](try Data(contentsOf: Samples.fixtures.appending(path: "three_hops.csv")))
    #expect(!SignalFile.isRecording(path: try samples.write(log, "e.csv")))
    #expect(ReceiverFactory.isPowerLog(path: try samples.write(log, "f.cu8")))
    #expect(ReceiverFactory.isPowerLog(path: Samples.fixture("three_hops.csv.gz")))
    #expect(!ReceiverFactory.isPowerLog(path: try samples.write(header, "g.csv")))
  }

  /// Samples whose bytes happen to say DICM.
  @Test func aWAVFileIsNoDICOM() throws {
    var wave = Array("RIFF\0\0\0\0WAVE".utf8) + [UInt8](repeating: 0, count: 512)
    wave.replaceSubrange(128..<132, with: Array("DICM".utf8))
    let path = try samples.write(wave, "h.dcm")
    #expect(!SignalFile.isMarked(path: path) && !SignalFile.isRecording(path: path))
    try SourceOpening.refuseSignals(path: path, format: nil)
  }
}
