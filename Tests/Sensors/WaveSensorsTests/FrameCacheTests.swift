import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSensorsWire

@testable import WaveSensors

/// What is kept from frame to frame, on a screen of 200 × 300 pixels.
@Suite struct FrameCacheTests {
  private static func names(
    _ layout: SensorsModel.Layout = .lanes, height: Float = 300, scale: Float = 1, isDark: Bool = true
  ) -> NamePlacement {
    var appearance = Appearance()
    appearance.screen = Screen(width: 200, height: height, scale: scale)
    appearance.setTheme(isDark: isDark, reducesMotion: false)
    return NamePlacement(
      canvas: Canvas(appearance, traceColors: []),
      plot: Plot(screen: appearance.screen, layout: layout, paper: Paper()), layout: layout,
      source: .made([2]), hasLens: false, hasHandles: false, paperPlaces: [])
  }

  private static func extents(_ value: Float = 0) -> TraceExtents {
    TraceExtents(
      stores: [.made([Float](repeating: value, count: 200))], clocks: [.made()], lattice: .made())
  }

  /// A cache that has drawn one frame.
  private static func drawn(newest: Int64 = 199) -> FrameCache {
    var cache = FrameCache()
    _ = cache.update([.made()], .made(newest: newest), names(), extents(), at: 0)
    return cache
  }

  @Test func theFirstFrameDrawsAllColumns() {
    var cache = FrameCache()
    let first = cache.update([.made()], .made(), Self.names(), Self.extents(), at: 0)
    #expect(first.isNew && first.isWhole && first.columns == 0..<200)
    let same = cache.update([.made()], .made(), Self.names(), Self.extents(), at: 1)
    #expect(!same.isNew && !same.isWhole && same.columns.isEmpty && same.damage == 0..<0)
  }

  @Test func laterFramesDrawNewColumnsAndThePensReach() {
    // The newest column was incomplete, and a pen of 0.65 pixels reaches no other.
    var cache = Self.drawn()
    let next = cache.update([.made()], .made(newest: 209), Self.names(), Self.extents(), at: 1)
    #expect(!next.isNew && !next.isWhole && next.columns == 199..<210)
    // At four pixels a point, it is 2.6 pixels and reaches two more columns.
    cache = FrameCache()
    _ = cache.update([.made()], .made(), Self.names(scale: 4), Self.extents(), at: 0)
    let wide = cache.update([.made()], .made(newest: 209), Self.names(scale: 4), Self.extents(), at: 1)
    #expect(wide.columns == 197..<210)
    let far = cache.update([.made()], .made(newest: 409), Self.names(scale: 4), Self.extents(), at: 2)
    #expect(!far.isNew && far.isWhole && far.columns == 210..<410)
  }

  @Test func eventsReachTheStrip() {
    var cache = Self.drawn()
    cache.handle(.change(50..<60))
    let late = cache.update([.made()], .made(), Self.names(), Self.extents(), at: 1)
    #expect(!late.isWhole && late.columns == 50..<60 && late.damage == 50..<60)
    cache.handle(.invalidate)
    let whole = cache.update([.made()], .made(), Self.names(), Self.extents(), at: 2)
    #expect(!whole.isNew && whole.isWhole)
    cache.handle(.create)
    let again = cache.update([.made()], .made(), Self.names(), Self.extents(), at: 3)
    #expect(again.isNew && again.isWhole)
    cache.handle(.drawn(at: 77))
    #expect(cache.strip.drawnAt == 77)
  }

  @Test func otherContentsAreDrawnAnew() {
    var cache = Self.drawn()
    let moved = cache.update([.made(span: 11)], .made(), Self.names(), Self.extents(), at: 1)
    #expect(!moved.isNew && moved.isWhole)
    let light = cache.update([.made(span: 11)], .made(), Self.names(isDark: false), Self.extents(), at: 2)
    #expect(!light.isNew && light.isWhole)
    let swept = cache.update(
      [.made(span: 11)], .made(.sweep), Self.names(isDark: false), Self.extents(), at: 3)
    #expect(!swept.isNew && swept.isWhole && swept.columns == 14..<200)
    let low = cache.update(
      [.made(span: 11)], .made(.sweep), Self.names(height: 250, isDark: false), Self.extents(), at: 4)
    #expect(low.isNew && low.isWhole, "the strip is as high as the plot")
  }

  @Test func namesOfLeadsAreOnlyPlacedOnPaper() {
    var cache = FrameCache()
    _ = cache.update([.made()], .made(), Self.names(.overlaid), Self.extents(3), at: 0)
    #expect(cache.leadNames.places.isEmpty)
    // Its trace crosses the first place of its name.
    _ = cache.update([.made()], .made(), Self.names(.paper), Self.extents(3), at: 1)
    #expect(cache.leadNames.places == [1, 0])
    cache.open()
    #expect(cache.leadNames.places.isEmpty)
  }

  @Test func tracesOffScaleAreFoundByTheLayout() {
    var cache = FrameCache()
    _ = cache.update([.made()], .made(), Self.names(), Self.extents(5.5), at: 0)
    #expect(cache.offScale.above == ChannelSet(first: 1) && cache.offScale.below.isEmpty)
    _ = cache.update([.made()], .made(), Self.names(), Self.extents(-5.5), at: 250_000)
    #expect(cache.offScale.above.isEmpty && cache.offScale.below == ChannelSet(first: 1))
    // On paper, a trace can extend into other rows.
    _ = cache.update([.made()], .made(), Self.names(.paper), Self.extents(-5.5), at: 500_000)
    #expect(cache.offScale.above.isEmpty && cache.offScale.below.isEmpty)
  }
}
