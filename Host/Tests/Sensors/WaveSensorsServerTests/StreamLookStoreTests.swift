import Testing
import WaveSensorsWire
import WaveStore
import WaveWire

@testable import WaveSensorsServer

/// How a screen looks, as it is recorded and as it is taken from a recording.
@Suite struct StreamLookStoreTests {
  private static let groups: [StreamSource.Group] = [3, 0, 2].map { count in
    .init(rateHertz: 10, channels: (0..<count).map { _ in StreamChannel(label: [0x61], unit: []) })
  }

  private static func look(
    _ layout: StreamLook.Layout, _ motion: StreamLook.Motion, form: StreamLook.Form = .threeByFour,
    shown: [UInt8] = [4, 0, 2, 9, 1], hidden: Set<UInt8> = [2]
  ) -> StreamLook {
    StreamLook(
      source: 7, layout: layout, motion: motion, form: form, isLinked: motion == .sweep, windowSeconds: 4,
      speed: 12.5, gain: 5,
      channels: shown.map {
        .init(
          channel: $0, isShown: !hidden.contains($0), isAutomatic: $0 == 0, low: -Float($0), high: 8,
          alarm: $0 == 4 || $0 == 9 ? .init(low: 1, high: 2) : nil)
      })
  }

  /// Channels are numbered across groups, and rows are those of channels that are shown.
  @Test func channelsStandInTheirRows() {
    let view = Self.look(.lanes, .scroll).view(groups: Self.groups)
    #expect(view.channels.map(\.group) == [2, 0, 0, 0] && view.channels.map(\.channel) == [1, 0, 2, 1])
    #expect(
      view.channels.map(\.row) == [0, 1, 2, 2] && view.channels.map(\.isShown) == [true, true, false, true])
    #expect(view.channels.map(\.low) == [-4, 0, -2, -1] && view.channels.map(\.high) == [8, 8, 8, 8])
    #expect(view.channels.map(\.isAutomatic) == [false, true, false, false])
    #expect(view.bands == [.init(place: .init(group: 2, channel: 1), low: 1, high: 2)])
    #expect(view.windowSeconds == 4 && view.speedMillimetersPerSecond == 12.5)
    #expect(view.gainMillimetersPerMillivolt == 5)
    let overlaid = Self.look(.overlaid, .scroll).view(groups: Self.groups)
    #expect(overlaid.channels.map(\.row) == [0, 0, 0, 0])
  }

  @Test func everyLookComesBack() throws {
    for layout in [StreamLook.Layout.lanes, .overlaid, .paper, .xy] {
      for motion in [StreamLook.Motion.sweep, .scroll, .trigger] {
        for form in [StreamLook.Form.threeByFour, .sixByTwo, .twelve] {
          var look = Self.look(layout, motion, form: form, shown: [4, 0, 1], hidden: [1])
          look.trigger = .init(channel: 4, level: -0.5, isFalling: motion == .sweep, holdOffSeconds: 0.25)
          let view = look.view(groups: Self.groups)
          #expect(view.mode == (layout == .paper ? .paper : motion == .sweep ? .sweep : .scroll))
          #expect(view.isTriggered == (motion == .trigger) && view.isSwept == (motion == .sweep))
          #expect(view.isCrossed == (layout == .xy) && view.isLinked == (motion == .sweep))
          #expect(view.trigger.place == .init(group: 2, channel: 1) && view.trigger.level == -0.5)
          let again = try #require(StreamLook(view, source: 7, groups: Self.groups))
          #expect(again == look, "\(layout) \(motion) \(form)")
        }
      }
    }
  }

  /// One channel that is shown is no overlay, and neither are channels that are hidden.
  @Test func channelsOfOneRowAreAnOverlay() throws {
    func layout(_ channels: [(row: UInt32, isShown: Bool)]) throws -> StreamLook.Layout {
      let view = StoreView(
        mode: .scroll, windowSeconds: 1,
        channels: channels.enumerated().map {
          .init(group: 0, channel: $0, isShown: $1.isShown, row: $1.row, low: 0, high: 1)
        })
      return try #require(StreamLook(view, source: 0, groups: Self.groups)).layout
    }
    #expect(try layout([(3, true), (3, true)]) == .overlaid && layout([(0, true)]) == .lanes)
    #expect(try layout([(0, true), (0, false)]) == .lanes && layout([(0, true), (1, true)]) == .lanes)
    #expect(try layout([(0, true), (0, true), (1, false)]) == .overlaid && layout([]) == .lanes)
  }

  @Test func whatIsNoNumberOrNoChannelIsLeftOut() throws {
    var view = StoreView(
      mode: .sweep, windowSeconds: 2, speedMillimetersPerSecond: -1, gainMillimetersPerMillivolt: 1e300,
      channels: [
        .init(group: 0, channel: 0, row: 0, low: 0, high: 1),
        .init(group: 0, channel: 0, row: 1, low: 0, high: 2),
        .init(group: 0, channel: 3, row: 0, low: 0, high: 1),
        .init(group: 1, channel: 0, row: 0, low: 0, high: 1),
        .init(group: 3, channel: 0, row: 0, low: 0, high: 1),
        .init(group: -1, channel: 0, row: 0, low: 0, high: 1),
        .init(group: 2, channel: 0, row: 0, low: 1, high: 1),
        .init(group: 2, channel: 0, row: 0, low: .nan, high: 1),
        .init(group: 2, channel: 0, row: 0, low: 0, high: 1e300),
        .init(group: 2, channel: 1, row: 0, low: -1, high: 0),
      ])
    view.trigger = .init(
      place: .init(group: 1, channel: 0), level: .infinity, isFalling: false, holdOffSeconds: -3)
    view.bands = [
      .init(place: .init(group: 2, channel: 1), low: 2, high: 2),
      .init(place: .init(group: 2, channel: 1), low: 0, high: 1),
      .init(place: .init(group: 0, channel: 0), low: 2, high: 1),
    ]
    let look = try #require(StreamLook(view, source: 1, groups: Self.groups))
    #expect(look.channels.map(\.channel) == [0, 4] && look.channels.map(\.high) == [1, 0])
    #expect(look.channels.map(\.alarm) == [nil, .init(low: 2, high: 2)])
    #expect(look.speed == 25 && look.gain == 10 && look.motion == .sweep && look.source == 1)
    #expect(look.trigger.channel == nil && look.trigger.level == nil && look.trigger.holdOffSeconds == 0)
    for (seconds, isLook) in [
      (0, false), (-1, false), (.nan, false), (1e-9, true), (WireLimits.seconds, true), (.infinity, false),
    ] as [(Double, Bool)] {
      view.windowSeconds = seconds
      #expect((StreamLook(view, source: 0, groups: Self.groups) != nil) == isLook, "\(seconds)")
    }
  }

  @Test func placesAreCountedAcrossGroups() {
    let places = (0..<6).map { Self.groups.place(of: $0).map { "\($0.group) \($0.channel)" } }
    #expect(places == ["0 0", "0 1", "0 2", "2 0", "2 1", nil])
    #expect((0...3).map { Self.groups.firstNumber(ofGroup: $0) } == [0, 3, 3, 5])
  }

  /// A channel whose number is no number of the wire is left out.
  @Test func channelsBeyondTheLimitAreLeftOut() throws {
    let many: [StreamSource.Group] = [200, 100].map { count in
      .init(rateHertz: 10, channels: (0..<count).map { _ in StreamChannel(label: [], unit: []) })
    }
    let view = StoreView(
      mode: .scroll, windowSeconds: 1,
      channels: [54, 55, 56].map { .init(group: 1, channel: $0, row: UInt32($0), low: 0, high: 1) })
    #expect(try #require(StreamLook(view, source: 0, groups: many)).channels.map(\.channel) == [254, 255])
  }
}
