import Logging
import ServerTestSupport
import Testing
import WaveSensorSources
import WaveSensorsFeed
import WaveKit
import WaveServer

@testable import WaveSensorsServer

@Suite struct StreamSumTests {
  private static func source(_ labels: [String], units: [String] = []) -> StreamSource {
    StreamSource(
      "made", rateHertz: 100,
      channels: labels.enumerated().map { index, label in
        StreamChannel(label, unit: index < units.count ? units[index] : "V")
      })
  }

  private func label(_ text: String, of labels: [String]) -> String? {
    guard case .make(_, let formula, let label, _)? = StreamSum(text)?.request(for: Self.source(labels))
    else { return nil }
    #expect(formula.firstFactor == 1 && formula.secondFactor.magnitude == 1 && formula.offset == 0)
    let sign = formula.secondFactor > 0 ? " + " : " \u{2212} "
    #expect(
      String(decoding: label, as: UTF8.self) == labels[Int(formula.first)] + sign
        + labels[Int(formula.second)])
    return String(decoding: label, as: UTF8.self)
  }

  @Test func aSumIsReadAsItIsWritten() {
    let labels = ["I", "II", "left", "EEG Fpz-Cz", "a+b", "b", "a"]
    #expect(label("I-II", of: labels) == "I \u{2212} II")
    #expect(label("  left +  I ", of: labels) == "left + I")
    #expect(label("left \u{2212} left", of: labels) == "left \u{2212} left")
    // Names with signs in them.
    #expect(label("EEG Fpz-Cz - I", of: labels) == "EEG Fpz-Cz \u{2212} I")
    #expect(label("I+EEG Fpz-Cz", of: labels) == "I + EEG Fpz-Cz")
    #expect(label("a+b+b", of: labels) == "a+b + b")
    for wrong in ["i - II", "I - III", "I * II - I", "I - II - I"] {
      #expect(label(wrong, of: labels) == nil)
    }
    for wrong in ["", "I", "-", "I -", " + II", "I  II"] { #expect(StreamSum(wrong) == nil, "\(wrong)") }
  }

  @Test func aStationHasThemFromTheStart() async throws {
    let sums = ["a - b", "b + a", "a - nothing", "a + a", "a - mV"].compactMap { StreamSum($0) }
    let info = Self.source(["a", "b", "mV"], units: ["V", "V", "mV"])
    let host = await SensorSourceHost(
      number: 0, source: SensorSourceHostTests.Scripted(info), logger: Logger(label: "test"), sums: sums)
    let labels = host.description.info.groups[0].channels.map { String(decoding: $0.label, as: UTF8.self) }
    #expect(labels == ["a", "b", "mV", "a \u{2212} b", "b + a", "a + a"])
    #expect(host.mixtures.mixtures.map(\.formula.secondFactor) == [-1, 1, 1])
    let said = host.description.persistentNotices.map { String(decoding: $0.text, as: UTF8.self) }
    #expect(
      said.count == 2 && said[0].hasPrefix("a - nothing cannot be made") && said[0].contains("a, b, mV"))
    #expect(said[1].contains("is in V"))
  }

  @Test(.timeLimit(.minutes(10))) func aSourceThatIsKnownLaterHasThemThen() async throws {
    var info = Self.source([])
    info.groups = []
    let source = SensorSourceHostTests.Scripted(info)
    let host = await SensorSourceHost(
      number: 0, source: source, logger: Logger(label: "test"), sums: [try #require(StreamSum("x-y"))])
    #expect(host.mixtures.mixtures.isEmpty && host.description.persistentNotices.isEmpty)
    let news = try await NotingHub()
    host.publisher.join(try await news.hub(of: SensorsSession.self))
    let work = Task { await host.run() }
    defer { work.cancel() }
    // Again where it has begun anew.
    for labels in [["x", "y"], ["y", "z", "x"], ["q", "x", "y", "z"]] {
      source.event.yield(.changed(Self.source(labels)))
      await news.until { host.description.info.groups.first?.channels.count == labels.count + 1 }
      let made = try #require(host.mixtures.mixtures.first)
      #expect(Int(made.formula.first) == labels.firstIndex(of: "x") && made.formula.secondFactor == -1)
    }
  }
}
