import Testing
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverage

@Suite struct DefaultModelTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func bench(_ edit: (inout CoverageModel) -> Void = { _ in }) throws -> Bench {
    var bench = Bench(hasDefaultModel: true)
    edit(&bench.model)
    bench.answer()
    bench.pin(at: Bench.middle)
    try bench.settle()
    return bench
  }

  private static func type(_ field: CoverageField, _ text: String, _ bench: inout Bench) throws {
    bench.enter(text, into: field)
    try bench.settle()
  }

  private static func address(_ bench: inout Bench) -> String? {
    bench.now += 2_000_000
    for case .own(.address(let text)) in bench.model.handle(.tick, at: bench.now) {
      return String(decoding: text, as: UTF8.self)
    }
    return nil
  }

  @Test func theDefaultFollowsTheNumbersAndTheLegendSaysWhy() throws {
    var bench = try Self.bench()
    #expect(bench.model.plan?.model == .learned && bench.model.shown?.plan.model == .learned)
    #expect(bench.legend.contains("modelled \u{00B7} Learned") && !bench.legend.contains("since"))
    #expect(Self.address(&bench)?.contains("&model=learned") == true)
    try Self.type(.frequency, "2.4 GHz", &bench)
    #expect(bench.model.shown?.plan.model == .p1812)
    #expect(bench.legend.contains("modelled \u{00B7} ITU-R P.1812"))
    #expect(bench.legend.contains("since Learned was made for 400 MHz to 2 GHz"))
    #expect(bench.model.controls.bytes.count > 0 && bench.controls.contains("modelled by ITU-R P.1812"))
    #expect(Self.address(&bench)?.contains("&model=p1812") == true)
    try Self.type(.frequency, "915 MHz", &bench)
    #expect(bench.model.shown?.plan.model == .learned)
    // A radius beyond what was measured.
    try Self.type(.radius, "25", &bench)
    #expect(bench.model.plan?.model == .p1812)
    #expect(bench.legend.contains("since Learned was made for paths of 0.1 to 20 km"))
  }

  @Test func aModelThatWasChosenStays() throws {
    var bench = try Self.bench()
    try bench.choose(.diffraction)
    try Self.type(.frequency, "2.4 GHz", &bench)
    try Self.type(.frequency, "915 MHz", &bench)
    #expect(bench.model.plan?.model == .diffraction)
    try bench.choose(.p1812)
    try Self.type(.frequency, "2.4 GHz", &bench)
    #expect(!bench.legend.contains("since"), "P.1812 was chosen")
    try Self.type(.frequency, "915 MHz", &bench)
    #expect(bench.model.plan?.model == .p1812)
    // Shares belong to the model that was chosen with them.
    try Self.type(.timePercent, "10", &bench)
    try Self.type(.timePercent, "50", &bench)
    #expect(bench.model.plan?.model == .p1812)
    // Choosing what is the default follows the numbers again.
    try bench.choose(.learned)
    try Self.type(.transmitterHeight, "80", &bench)
    #expect(bench.model.plan?.model == .p1812)
    #expect(bench.legend.contains("since Learned was made for transmitting antennas 10 to 60 m"))
  }

  @Test func aLearnedMapOutsideItsLimitsSaysWhichItLeaves() throws {
    var bench = try Self.bench()
    try Self.type(.frequency, "2.4 GHz", &bench)
    try bench.choose(.learned)
    #expect(bench.model.plan?.model == .learned)
    #expect(bench.legend.contains("Learned was made for 400 MHz to 2 GHz"))
  }

  /// An address of the time when diffraction was the default opens diffraction, and keeps it.
  @Test func anAddressWithoutAModelMeansDiffraction() throws {
    var bench = Bench(hasDefaultModel: true)
    bench.answer()
    _ = bench.model.reopen(
      Self.bytes("tile=West&at=46.85,10.05&mhz=915&km=2&tx=30&rx=1.5&dbm=34&need=-120"), at: bench.now)
    try bench.settle()
    #expect(bench.model.shown?.plan.model == .diffraction)
    #expect(bench.legend.contains("modelled \u{00B7} Diffraction"))
    #expect(bench.legend.contains("without clutter 30 to 35 dB optimistic in towns (London)"))
    try Self.type(.frequency, "868 MHz", &bench)
    #expect(bench.model.plan?.model == .diffraction)
    #expect(Self.address(&bench)?.contains("&model=diffraction") == true)
  }

  /// A page that is loaded again goes on following the numbers.
  @Test func anAddressOfTheDefaultFollowsIt() throws {
    var bench = Bench(hasDefaultModel: true)
    bench.answer()
    _ = bench.model.reopen(Self.bytes("tile=West&at=46.85,10.05&mhz=2400&km=2&model=p1812"), at: bench.now)
    try bench.settle()
    #expect(bench.legend.contains("since Learned was made for 400 MHz to 2 GHz"))
    try Self.type(.frequency, "915 MHz", &bench)
    #expect(bench.model.plan?.model == .learned)
    var other = Bench(hasDefaultModel: true)
    other.answer()
    _ = other.model.reopen(Self.bytes("tile=West&at=46.85,10.05&mhz=915&km=2&model=p1812"), at: other.now)
    try other.settle()
    try Self.type(.frequency, "868 MHz", &other)
    #expect(other.model.plan?.model == .p1812, "it was chosen")
  }

  /// One model for all: the learned one only where every transmitter is inside its limits.
  @Test func severalTransmittersShareTheDefault() throws {
    var bench = try Self.bench()
    bench.press(.addSite)
    try bench.settle()
    try Self.type(.frequency, "2.4 GHz", &bench)
    #expect(bench.model.content.sites.list.map(\.plan.model) == [.p1812, .p1812])
    bench.set(.selectSite, to: 0)
    try bench.settle()
    #expect(bench.legend.contains("since Learned was made for 400 MHz to 2 GHz"))
    bench.set(.selectSite, to: 1)
    bench.press(.removeSite)
    try bench.settle()
    #expect(bench.model.content.sites.list.map(\.plan.model) == [.learned])
    #expect(bench.model.shown?.plan.model == .learned)
  }

  @Test func theLegendSaysHowFarTheModelWasOff() throws {
    var bench = try Self.bench()
    bench.send(.press(.handle))
    #expect(!bench.legend.contains("pessimistic"))
    bench.set(.chooseArea, to: Int(HataArea.open.rawValue))
    try bench.settle()
    #expect(bench.legend.contains("16 dB pessimistic in open land at Boston"))
    #expect(bench.facts["In drive tests"] == "16 dB pessimistic in open land at Boston")
    try bench.choose(.p1812)
    #expect(bench.legend.contains("without clutter 30 to 35 dB optimistic in towns (London)"))
    #expect(bench.controls.contains("without clutter 30 to 35 dB optimistic"))
    // Every line lies within its panel.
    let layer = try #require(bench.scene.layers.first { $0.id == LayerID.legend })
    for mark in layer.marks {
      guard case .text(let bytes, let x, let y, let style, _, _) = mark else { continue }
      #expect(y <= layer.bounds.bottom && y >= layer.bounds.y)
      if !bytes.contains(UInt8(ascii: ":")) {
        #expect(x + bench.model.advances.width(of: bytes, style: style) <= layer.bounds.right)
      }
    }
  }
}
