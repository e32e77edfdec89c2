import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSensorsWire

@testable import WaveSensors

/// Which place each lead's name has; `PaperNameTests` has what that looks like on a screen.
///
/// Names are 13 pixels high. In a lane from 100 to 200 pixels, their baselines can be at 127.3, 185.7, 113,
/// 198, 142.4 and 170.6, in this order; 0 is at 150, and a unit has ten pixels.
@Suite struct LeadNamesTests {
  private static func names(channels: Int = 2) -> NamePlacement {
    var appearance = Appearance()
    appearance.screen = Screen(width: 200, height: 300)
    return NamePlacement(
      canvas: Canvas(appearance, traceColors: []), plot: .made(layout: .paper), layout: .paper,
      source: .made([channels]), hasLens: false, hasHandles: false, paperPlaces: [])
  }

  /// The traces of two leads, each of which alternates between two values.
  private static func extents(
    _ first: (Float, Float), _ second: (Float, Float) = (-9, -9)
  ) -> TraceExtents {
    var store = BlockStore(level: 0, channelCount: 2)
    let values: [Float] = [first, second].flatMap { pair in
      (0..<200).map { $0 % 2 == 0 ? pair.0 : pair.1 }
    }
    _ = store.insert(
      StreamColumns(
        view: 1, source: 0, group: 0, level: 0, channelCount: 2, firstBlock: 0, blockCount: 200,
        arrivalMicroseconds: 0, values: values))
    return TraceExtents(stores: [store], clocks: [.made()], lattice: .made())
  }

  /// The places of the names of lanes that are looked at once.
  private static func places(
    _ lanes: [Lane], _ first: (Float, Float), _ second: (Float, Float) = (-9, -9)
  ) -> [Int] {
    var leads = LeadNames()
    leads.update(lanes, names(), extents(first, second), at: 0)
    return leads.places
  }

  @Test(arguments: [
    // From the name's foot to its top, a trace is in its way, and no further.
    (Float(0), Float(0), 0), (1.9, 1.9, 0), (1.95, 1.95, 1), (3, 3, 1), (3.55, 3.55, 1), (3.6, 3.6, 0),
    // Below the line, at the lane's top, and at its foot.
    (3, -3, 2), (5, -3, 3),
    // A trace that leaves no place free leaves the name where it is.
    (5, -5, 0),
  ])
  func aNameMovesToTheFirstPlaceThatItsTraceLeavesFree(_ high: Float, _ low: Float, _ place: Int) {
    #expect(Self.places([.made(0)], (high, low)) == [place, 0])
  }

  @Test func namesOfLeadsThatBeginTogetherKeepApart() {
    let calm = (Float(0), Float(0))
    #expect(Self.places([.made(0), .made(1)], calm, calm) == [1, 0])
    // 1.3 times the name's height is 16.9 pixels.
    #expect(Self.places([.made(0), .made(1, y: 116)], calm, calm) == [1, 0])
    #expect(Self.places([.made(0), .made(1, y: 117)], calm, calm) == [0, 0])
    #expect(Self.places([.made(0, y: 116), .made(1)], calm, calm) == [1, 0])
    #expect(Self.places([.made(0, columns: 0..<100), .made(1, columns: 100..<200)], calm, calm) == [0, 0])
  }

  /// At the paper's edge, 272, both names are drawn; the second one's line is beyond it after that.
  @Test func aLeadThatIsOffThePaperIsInNobodysWay() {
    #expect(Self.places([.made(0, y: 222), .made(1, y: 222)], (-9, -9)) == [1, 0])
    #expect(Self.places([.made(0, y: 222), .made(1, y: 222, center: 0.5)], (-9, -9)) == [0, 1])
    #expect(Self.places([.made(0, y: 222, center: 0.5), .made(1, y: 222)], (-9, -9)) == [1, 0])
  }

  @Test func tracesOfOtherLeadsCountWhereTheyAre() {
    let (calm, high) = ((Float(0), Float(0)), (Float(3), Float(3)))
    let halves = [Lane.made(0, columns: 0..<100), .made(1, columns: 100..<200)]
    #expect(Self.places(halves, calm, high) == [0, 1])
    #expect(Self.places(halves, high, calm) == [1, 0])
    // A lead across the whole width also passes below the other's name.
    let across = [Lane.made(0, columns: 0..<200), .made(1, columns: 100..<200)]
    #expect(Self.places(across, high, calm) == [1, 1])
    #expect(Self.places(across, calm, high) == [0, 1])
  }

  @Test func namesAreLookedAtFourTimesASecond() {
    let names = Self.names()
    var leads = LeadNames()
    leads.update([.made(0)], names, Self.extents((3, 3)), at: 1_000_000)
    #expect(leads.places == [1, 0])
    // This trace crosses the second place, but not the first.
    leads.update([.made(0)], names, Self.extents((-3, -3)), at: 1_249_999)
    #expect(leads.places == [1, 0])
    leads.update([.made(0)], names, Self.extents((-3, -3)), at: 1_250_000)
    #expect(leads.places == [0, 0])
    // A name that is free stays, even if it is not at its first place.
    leads.update([.made(0)], names, Self.extents((3, 3)), at: 1_500_000)
    leads.update([.made(0)], names, Self.extents((0, 0)), at: 1_750_000)
    #expect(leads.places == [1, 0])
    leads.reset()
    #expect(leads.places.isEmpty)
  }

  @Test func aSourceOfOtherStreamsBeginsAgain() {
    var leads = LeadNames()
    leads.update([.made(0)], Self.names(), Self.extents((3, 3)), at: 0)
    leads.update([.made(0)], Self.names(channels: 3), Self.extents((0, 0)), at: 250_000)
    #expect(leads.places == [0, 0, 0])
    // A lane of a stream that the source no longer has is passed over.
    leads.update([.made(2)], Self.names(), Self.extents((3, 3)), at: 500_000)
    #expect(leads.places == [0, 0])
    leads.update([.made(0), .made(2)], Self.names(), Self.extents((0, 0)), at: 750_000)
    #expect(leads.places == [0, 0])
  }
}
