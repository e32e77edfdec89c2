import Foundation
import TestSupport
import Testing
import WaveDisplay
import WaveReceivers
import WaveSpectrum
import WaveSpectrumWire

@testable import WaveCommand

@Suite struct StillPictureTests {
  private func scene(_ picture: StillPicture, _ fixture: String, speed: Double? = nil) throws -> DrawScene {
    let path = Repository.fixture(fixture).path
    var playback = try Playback(path: path, speed: speed)
    return try picture.scene(of: &playback)
  }

  private func picture(_ mode: ViewMode) -> StillPicture {
    StillPicture(mode: mode, width: 400, height: 828, scale: 1, advances: .monospaced)
  }

  @Test func waterfallHoldsEverySweepInItsPlace() throws {
    let scene = try scene(picture(.waterfall), "browser/carrier.csv", speed: 4)
    let field = try #require(scene.fields.first)
    // 60 sweeps of 2 s at 4x are 30 s, 60 slots on 780 pixels above strip and legend.
    // The carrier is 2.57 of 5.12 MHz from the left.
    var rows = 0
    for mark in scene.layers.flatMap(\.marks) {
      guard case .field(1, let first, let count, _, let columns, let rect) = mark else { continue }
      #expect(abs(rect.height / Float(count) - 780.0 / 60) < 0.01)
      let carrier = Int(2.57 / 5.12 * columns)
      for row in 0..<count {
        let start = (first + row) % field.rows * field.columns
        #expect(field.values[start + carrier] == -100)
        #expect(field.values[start + carrier + 10] < -590)
      }
      rows += count
    }
    #expect(rows >= 60)
  }

  @Test func aNarrowBandShowsTwoTonesTwentyHertzApart() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "waveglass-\(UUID().uuidString).cu8")
    defer { try? FileManager.default.removeItem(at: path) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2_400_000)
    var dither: UInt32 = 1
    for index in 0..<1_200_000 {
      let time = Double(index) / 2.4e6
      let (a, b) = (2 * Double.pi * 300_000 * time, 2 * Double.pi * 300_020 * time)
      for level in [cos(a) + cos(b), sin(a) + sin(b)] {
        // Without dither a tone of steps has overtones.
        dither = dither &* 1_664_525 &+ 1_013_904_223
        bytes.append(UInt8(127 + 40 * level + Double(dither) / 0x1p32))
      }
    }
    try Data(bytes).write(to: path)
    var playback = try Playback(path: path.path, settings: SampleSettings(rateHertz: 2.4e6))
    var picture = picture(.spectrum)
    picture.band = Band(low: 299_910, high: 300_110)
    let scene = try picture.scene(of: &playback)
    let points = scene.layers.flatMap(\.marks).compactMap { mark -> [Float]? in
      guard case .polyline(_, _, let points) = mark, points.coordinates.count > 100 else { return nil }
      return points.coordinates
    }
    let trace = try #require(points.first)
    func highest(from low: Double, to high: Double) -> Float {
      let inside = stride(from: 0, to: trace.count, by: 2).filter {
        (low...high).contains(299_910 + Double(trace[$0]) / 2)
      }
      return inside.map { trace[$0 + 1] }.min() ?? .nan
    }
    // 400 pixels stand for 200 Hz; between the two tones there is as little as beside them.
    let (first, second) = (highest(from: 299_997, to: 300_003), highest(from: 300_017, to: 300_023))
    #expect(abs(first - second) < 10)
    #expect(highest(from: 300_008.5, to: 300_011.5) > first + 150)
    #expect(highest(from: 299_920, to: 299_980) > first + 150)
  }

  @Test func spectrumShowsTheLastRowAndTheMaximum() throws {
    let scene = try scene(picture(.spectrum), "browser/carrier.csv")
    let lines = scene.layers.flatMap(\.marks).filter { if case .polyline = $0 { true } else { false } }
    #expect(lines.count == 2)
  }

  @Test func meterShowsTheBandPower() throws {
    let scene = try scene(picture(.meter), "browser/carrier.csv")
    let texts = scene.layers.flatMap(\.marks).compactMap { mark -> String? in
      guard case .text(let bytes, _, _, _, _, _) = mark else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
    // -10 dB and 255 bins of about -59.6 dB: -9.99 dB.
    #expect(texts.contains("−10.0"))
  }
}
