import Testing
import WaveSensorsFeed
import WaveSensorsWire
import WaveWire

@testable import WaveSensorsServer

@Suite struct StreamMixingTests {
  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func source() -> (StreamSource, StreamArchive) {
    func group(_ rate: Double, _ names: [(String, String)]) -> StreamSource.Group {
      .init(rateHertz: rate, channels: names.map { StreamChannel(label: text($0.0), unit: text($0.1)) })
    }
    let info = StreamSource(
      source: 2, name: [], detail: [],
      groups: [
        group(500, [("V1", "mV"), ("V2", "mV"), ("resp", "Ω")]), group(25, [("SpO2", "%"), ("pulse", "%")]),
      ])
    let archive = StreamArchive(
      groups: info.groups.map {
        StreamGroup(
          rateHertz: $0.rateHertz, sourceChannelCount: $0.channels.count, historyBytes: 1 << 20)
      })
    return (info, archive)
  }

  private static func make(
    _ first: UInt8, _ second: UInt8, _ factor: Double = -1, label: String = "V1 − V2", unit: String = "mV"
  ) -> SetMixture {
    .make(
      source: 2, .init(first: first, second: second, secondFactor: factor), label: text(label),
      unit: text(unit))
  }

  private static func labels(_ info: StreamSource) -> [[String]] {
    info.groups.map { $0.channels.map { String(decoding: $0.label, as: UTF8.self) } }
  }

  @Test func aStreamIsMadeAndTakenAway() {
    var (info, archive) = Self.source()
    #expect(StreamMixing.perform(Self.make(0, 1), info: &info, archive: &archive) == nil)
    let scaled = SetMixture.make(
      source: 2, .init(first: 5, firstFactor: 0.01), label: Self.text("share"), unit: [])
    #expect(StreamMixing.perform(scaled, info: &info, archive: &archive) == nil)
    #expect(Self.labels(info) == [["V1", "V2", "resp", "V1 − V2"], ["SpO2", "pulse", "share"]])
    #expect(
      StreamMixing.list(info, archive)
        == StreamMixtures(
          source: 2,
          mixtures: [
            StreamMixture(channel: 3, formula: .init(first: 0, second: 1, secondFactor: -1)),
            StreamMixture(channel: 6, formula: .init(first: 5, firstFactor: 0.01)),
          ]))
    #expect(StreamMixing.perform(.remove(source: 2, channel: 3), info: &info, archive: &archive) == nil)
    #expect(Self.labels(info) == [["V1", "V2", "resp"], ["SpO2", "pulse", "share"]])
    #expect(archive.groups.map(\.channelCount) == [3, 3])
  }

  @Test func whatCannotBeIsRefusedInWords() throws {
    var (info, archive) = Self.source()
    func refusal(_ request: SetMixture) throws -> String {
      try #require(StreamMixing.perform(request, info: &info, archive: &archive))
    }
    #expect(try refusal(Self.make(0, 3)).contains("V1 and SpO2 are not sampled together (500 Hz and 25 Hz)"))
    #expect(try refusal(Self.make(0, 2)).contains("V1 is in mV, resp in Ω"))
    #expect(try refusal(Self.make(0, 5)).contains("do not exist"))
    #expect(try refusal(Self.make(0, 1, label: "")).contains("do not exist"))
    #expect(try refusal(.remove(source: 2, channel: 0)).contains("comes from the source"))
    #expect(try refusal(.remove(source: 2, channel: 99)).contains("comes from the source"))
    #expect(info == Self.source().0)
    for _ in 0..<WireLimits.mixtures {
      #expect(StreamMixing.perform(Self.make(0, 1), info: &info, archive: &archive) == nil)
    }
    #expect(try refusal(Self.make(0, 1)).contains("already 8 made streams"))
  }

  @Test func oneOfWhichAnotherIsMadeStays() throws {
    var (info, archive) = Self.source()
    #expect(StreamMixing.perform(Self.make(0, 1), info: &info, archive: &archive) == nil)
    #expect(StreamMixing.perform(Self.make(3, 0, label: "V0"), info: &info, archive: &archive) == nil)
    let refusal = StreamMixing.perform(.remove(source: 2, channel: 3), info: &info, archive: &archive)
    #expect(refusal == "V0 is made of V1 − V2. Remove that first.")
  }

  @Test func aSourceThatHasBecomeAnotherKeepsWhatItCan() {
    var (info, archive) = Self.source()
    for request in [
      Self.make(0, 1), Self.make(3, 4, 1, label: "never"), Self.make(4, 5, 1, label: "sum", unit: "%"),
    ] {
      _ = StreamMixing.perform(request, info: &info, archive: &archive)
    }
    #expect(Self.labels(info)[1] == ["SpO2", "pulse", "sum"])
    let recipes = StreamMixing.recipes(info, archive)
    #expect(recipes.count == 2)
    // The slow group is gone, the fast one has another rate and order.
    let other = StreamSource(
      source: 2, name: [], detail: [],
      groups: [
        .init(
          rateHertz: 1000,
          channels: ["V2", "x", "V1"].map { StreamChannel(label: Self.text($0), unit: Self.text("mV")) })
      ])
    var next = other
    var kept = StreamArchive(groups: [
      StreamGroup(rateHertz: 1000, sourceChannelCount: 3, historyBytes: 1 << 20)
    ])
    StreamMixing.restore(recipes, info: &next, archive: &kept)
    #expect(Self.labels(next) == [["V2", "x", "V1", "V1 − V2"]])
    #expect(kept.groups[0].mixture(at: 3)?.first == 2 && kept.groups[0].mixture(at: 3)?.second == 0)
  }
}
