import Foundation
import Testing
import WaveDevices
import WaveDisplay
import WaveWire

@testable import WaveServer

@Suite struct StillPictureTests {
  private func scene(_ picture: StillPicture, _ fixture: String, speed: Double? = nil) throws -> DrawScene {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Tests/Fixtures/\(fixture)").standardizedFileURL.path
    var playback = try Playback(path: path, speed: speed)
    return try picture.scene(of: &playback)
  }

  private func picture(_ mode: ViewMode) -> StillPicture {
    StillPicture(mode: mode, width: 400, height: 828, scale: 1, advances: .monospaced)
  }

  @Test func waterfallHoldsEverySweepInItsPlace() throws {
    let scene = try scene(picture(.waterfall), "browser/carrier.csv", speed: 4)
    let field = try #require(scene.fields.first)
    // 60 sweeps of 2 s at 4x are 30 s, 60 slots on 800 pixels; the carrier is 2.57 of 5.12 MHz from the left.
    var rows = 0
    for mark in scene.layers.flatMap(\.marks) {
      guard case .field(1, let first, let count, _, let columns, let rect) = mark else { continue }
      #expect(abs(rect.height / Float(count) - 800.0 / 60) < 0.01)
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
