import Foundation
import HostTestSupport
import TestSupport
import Testing
import WaveRadioFormats
import WaveSignal
import WaveSpectra
import WaveSpectrumWire
import WaveWire

@testable import WaveReceivers

/// Real recordings, and the same samples in every container that holds them.
@Suite(.enabled(if: Repository.wantsRecordings)) struct ContainerRecordingTests {
  private func file(_ path: String) throws -> SampleFile {
    guard case .samples(let file) = try OpenedRecording(path: path, settings: SampleSettings()) else {
      throw ReceiverError.levelsOnly(path: path)
    }
    return file
  }

  private func read(_ file: SampleFile) throws -> [UInt8] {
    var result: [UInt8] = []
    var buffer: [UInt8] = []
    try file.read(0..<file.sampleCount, buffer: &buffer) { piece in
      for index in piece.indices { result.append(piece[index]) }
    }
    return result
  }

  /// What its check script reads, byte by byte, however it is wrapped.
  @Test func modeSIsReadSampleExactFromEveryContainer() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: RealRecordings.path("modes1.cu8"))))
    #expect(bytes.count == 713_736)
    #expect(try read(file(RealRecordings.path("modes1.cu8"))) == bytes)
    var metadata = SigMFMetadata(format: .cu8, sampleRateHertz: 2e6)
    metadata.captures = [SigMFCapture(centerHertz: 1090e6)]
    let json = metadata.json()
    let samples = try Samples()
    _ = try samples.write(bytes, "modes.sigmf-data")
    #expect(try read(file(samples.write(json, "modes.sigmf-meta"))) == bytes)
    let archive = ContainedSamples.tar([("modes.sigmf-meta", json), ("modes.sigmf-data", bytes)])
    #expect(try read(file(samples.write(archive, "modes.sigmf"))) == bytes)
    let wav = ContainedSamples.wav(bytes, bits: 8, rate: 2_000_000)
    #expect(try read(file(samples.write(wav, "modes.wav"))) == bytes)
  }

  @Test func theSigMFLogoIsWhatItSays() throws {
    let path = RealRecordings.path("sigmf_logo.sigmf-meta")
    let analysis = try FileAnalysis(path: path)
    #expect(analysis.kind == "SigMF recording" && analysis.checksum == "matches")
    #expect(analysis.sampleCount == 288_000 && analysis.channelCount == 2 && analysis.annotationCount == 3)
    #expect(analysis.rateHertz == 48_000 && analysis.durationSeconds == 6)
    #expect(analysis.firstTime == "2021-06-18 23:17:51")
    let data = [UInt8](try Data(contentsOf: URL(filePath: RealRecordings.path("sigmf_logo.sigmf-data"))))
    let left = try read(file(path))
    #expect(left.count == data.count / 2)
    var isFirstChannel = true
    for sample in 0..<(left.count / 2) {
      let (low, high) = (left[2 * sample], left[2 * sample + 1])
      if low != data[4 * sample] || high != data[4 * sample + 1] { isFirstChannel = false }
    }
    #expect(isFirstChannel)
    var playback = try Playback(path: path)
    let marks = playback.start(at: 1).compactMap { if case .annotations(let list) = $0 { list } else { nil } }
      .first
    #expect(
      marks?.marks.map { String(decoding: $0.label, as: UTF8.self) } == [
        "logo warmup", "logo spinup", "logo steady",
      ])
  }
}
