import Testing
import WaveCoverageWire
import WaveDisplay
import WavePropagation
import WaveUnits

@testable import WaveCoverage
@testable import WaveInteraction

@Suite struct MapStatusTests {
  private static let plan = Samples.plan()

  private static func status(
    served: ServedMap = ServedMap(), level: UInt8 = 0, servedLevel: UInt8 = 0, canServe: Bool = false,
    isServed: Bool = false, hasPosts: Bool = true, times: WorkTimes = WorkTimes(), took: Int64? = nil
  ) -> MapStatus {
    MapStatus(
      plan: plan, shown: Samples.sites().shown, served: served, level: level, servedLevel: servedLevel,
      canServe: canServe, isServed: isServed, hasPosts: hasPosts, times: times, tookMicroseconds: took)
  }

  private static func chip(_ status: MapStatus) -> String {
    var text = TextWriter()
    status.append(toChip: &text)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private static func drawer(_ status: MapStatus) -> String {
    var list = CoverageDrawer.List()
    status.append(to: &list)
    return String(decoding: list.list.bytes, as: UTF8.self)
  }

  private static func asking(done: UInt32 = 0, of rays: UInt32 = 0) -> ServedMap {
    var served = ServedMap()
    let number = served.ask(for: plan, of: 0, at: 0)
    _ = served.receive(.coverageProgress(CoverageProgress(number: number, doneCount: done, rayCount: rays)))
    return served
  }

  private static func shownOfServer() -> ServedMap {
    var served = ServedMap()
    served.show(as: Samples.sites().shown?.revision)
    return served
  }

  @Test func theChipSaysHowLongItTook() {
    #expect(Self.chip(Self.status()).isEmpty)
    #expect(Self.chip(Self.status(took: 0)) == " \u{00B7} 1 ms")
    #expect(Self.chip(Self.status(took: 2499)) == " \u{00B7} 2 ms")
    #expect(Self.chip(Self.status(took: 2500)) == " \u{00B7} 3 ms")
    #expect(
      Self.chip(Self.status(served: Self.shownOfServer(), took: 4000)) == " \u{00B7} 4 ms on the server")
    #expect(Self.chip(Self.status(served: Self.shownOfServer())).isEmpty)
  }

  @Test func theChipSaysHowFarTheServerIs() {
    #expect(Self.chip(Self.status(served: Self.asking())) == " \u{00B7} on the server")
    #expect(Self.chip(Self.status(served: Self.asking(done: 1, of: 4))) == " \u{00B7} on the server, 25 %")
    #expect(Self.drawer(Self.status(served: Self.asking())).contains("waiting for its turn"))
    #expect(Self.drawer(Self.status(served: Self.asking(done: 1, of: 4))).contains("on the server, 25 %"))
  }

  @Test func fewerPostsAreSaid() {
    #expect(Self.chip(Self.status(level: 2)) == " \u{00B7} every 4th post")
    #expect(Self.chip(Self.status(level: 2, isServed: true)).isEmpty)
    func posts(_ level: UInt8) -> String {
      String(decoding: MapStatus.posts(every: level), as: UTF8.self)
    }
    #expect(posts(0) == "all" && posts(1) == "every 2nd" && posts(3) == "every 8th")
    #expect(posts(5) == "every 32nd" && posts(9) == "every 512th" && posts(200) == "every 512th")
    func fact(_ status: MapStatus) -> String { Self.drawer(status) }
    #expect(fact(Self.status(level: 1)).contains("too long here, and there is no server"))
    #expect(
      !fact(Self.status()).contains("Posts")
        && !fact(Self.status(level: 1, hasPosts: false)).contains("Posts"))
    #expect(
      fact(Self.status(level: 2, servedLevel: 1, canServe: true))
        .contains("every 4th of the tile\u{2019}s; by the server it would be every 2nd"))
    #expect(
      fact(Self.status(level: 2, servedLevel: 1, canServe: true, isServed: true))
        .contains("every 2nd of the tile\u{2019}s; here it would be every 4th"))
    var offering = ServedMap()
    _ = offering.receive(.coverageOffer(CoverageOffer(sampleLimit: 1, models: 1)))
    #expect(!fact(Self.status(served: offering, level: 1)).contains("there is no server"))
  }

  @Test func timesAreOfWhatWasComputedHere() {
    var times = WorkTimes()
    times.add(microseconds: 1500, of: .patch)
    times.add(microseconds: 2500, of: .sweep)
    let own = Self.drawer(Self.status(times: times, took: 4000))
    #expect(own.contains("ground 1.5, rays and map 2.5 ms") && !own.contains("first look"))
    times.add(microseconds: 100, of: .coarse)
    #expect(Self.drawer(Self.status(times: times, took: 4100)).contains("first look 0.1, rays"))
    #expect(!Self.drawer(Self.status(times: times)).contains("It took"))
    #expect(
      !Self.drawer(Self.status(served: Self.shownOfServer(), times: times, took: 1)).contains("It took"))
    #expect(!Self.drawer(Self.status(served: Self.asking(), times: times, took: 1)).contains("It took"))
  }

  @Test func whereItIsComputedIsAChoiceIfThereIsOne() {
    #expect(!Self.drawer(Self.status()).contains("Computed"))
    #expect(Self.drawer(Self.status(canServe: true)).contains("On this device"))
    var served = Self.asking()
    _ = served.receive(.coverageRefusal(CoverageRefusal(number: served.number, text: Array("too far".utf8))))
    #expect(!Self.drawer(Self.status(served: served)).contains("too far"), "it is still asked for")
    served.drop()
    #expect(Self.drawer(Self.status(served: served)).contains("too far"))
  }
}
