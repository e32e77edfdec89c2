import WaveInteraction
import Foundation
import Testing
import WaveDisplay
import WavePictures
import WaveSpectrum

/// The three modes as committed pictures.
///
/// `RECORD_GOLDEN=1` draws them anew; look at them before you commit.
@Suite struct GoldenPictureTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  @Test(arguments: [("spectrum", Key.one), ("waterfall", Key.two), ("meter", Key.three)])
  func modeLooksAsCommitted(name: String, key: Key) throws {
    let file = Self.folder.appendingPathComponent(name + ".png").path
    let scene = try Instrument.scene(key)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try PicturePlayer.png(of: scene, path: file)
    }
    let golden = try Picture(path: file)
    let picture = try PicturePlayer.picture(of: scene)
    try #require((picture.width, picture.height) == (golden.width, golden.height))
    // Versions of the font library smooth edges a little differently: a few pixels may differ.
    let differences = zip(picture.pixels, golden.pixels).map(Self.difference)
    let share = Double(differences.count { $0 > 48 }) / Double(differences.count)
    #expect(share < 0.004, "\(name): \(share * 100) % of the pixels differ")
    #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 1)
  }

  @Test func modesDiffer() throws {
    let pictures = try [Key.one, .two, .three].map { try PicturePlayer.picture(of: Instrument.scene($0)) }
    #expect(Set(pictures.map(\.pixels)).count == 3)
  }

  /// The largest difference of a channel.
  private static func difference(_ a: UInt32, _ b: UInt32) -> Int {
    [0, 8, 16, 24].map { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) }.max() ?? 0
  }
}
