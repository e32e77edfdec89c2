import Testing
import WaveCoverageWire
import WavePropagation

@testable import WaveCoverage

@Suite struct SurfaceModelsTests {
  private static func part(_ name: String, version: UInt64 = 1) -> SurfacePart {
    SurfacePart(
      northDegrees: 47, westDegrees: 10, southDegrees: 46, eastDegrees: 11, version: version,
      name: Array(name.utf8))
  }

  private static let unused = SurfacePart(name: Array("B".utf8), fault: Array("too coarse".utf8))

  private static func models(_ parts: [SurfacePart]) -> SurfaceModels {
    var models = SurfaceModels()
    _ = models.receive(TerrainSurfaces(first: 0, total: UInt16(parts.count), parts: parts))
    return models
  }

  @Test func aListCountsOnceItIsWhole() {
    let parts = [Self.part("A"), Self.part("B"), Self.part("C")]
    var models = SurfaceModels()
    func receive(_ first: Int, _ count: Int) -> Bool {
      models.receive(
        TerrainSurfaces(first: UInt16(first), total: 3, parts: Array(parts[first..<(first + count)])))
    }
    #expect(!receive(1, 1) && models.parts.isEmpty, "its beginning is missing")
    #expect(!receive(0, 1) && models.parts.isEmpty)
    #expect(!receive(2, 1) && models.parts.isEmpty, "a part is missing")
    #expect(receive(1, 2) && models.parts == parts)
    #expect(!receive(0, 3), "they are the same")
    #expect(!receive(2, 1) && models.parts == parts, "the list has ended")
    // One that begins anew forgets what came before.
    #expect(!receive(0, 2) && !receive(0, 1) && !receive(1, 1) && models.parts == parts)
    let empty = models.receive(TerrainSurfaces(first: 0, total: 0, parts: []))
    #expect(empty && models.parts.isEmpty)
  }

  @Test func aServerWithoutModelsHasNone() {
    var models = Self.models([Self.part("A")])
    let isGone = models.tilesListed()
    #expect(!isGone && !models.parts.isEmpty, "it has listed them")
    models.serverChanged()
    let isGoneNow = models.tilesListed()
    #expect(isGoneNow && models.parts.isEmpty)
    let again = models.tilesListed()
    #expect(!again)
    // The same models, listed by the next server, are no change.
    models = Self.models([Self.part("A")])
    models.serverChanged()
    _ = models.receive(TerrainSurfaces(first: 0, total: 1, parts: [Self.part("A")]))
    let isGoneThen = models.tilesListed()
    #expect(!isGoneThen)
  }

  @Test func modelsThatAreNotUsedCountForNothing() {
    #expect(!SurfaceModels().isAvailable && !Self.models([Self.unused]).isAvailable)
    #expect(Self.models([Self.unused, Self.part("A")]).isAvailable)
    #expect(Self.models([Self.unused]).version == 0 && SurfaceModels().version == 0)
    let one = Self.models([Self.part("A", version: 9)])
    #expect(
      one.version != 0 && one.version == Self.models([Self.unused, Self.part("A", version: 9)]).version)
    #expect(one.version != Self.models([Self.part("A", version: 10)]).version)
    #expect(Self.models([Self.part("A", version: 9), Self.part("B", version: 0)]).version == 0)
    let (ab, ba) = ([2, 3] as [UInt64], [3, 2] as [UInt64])
    #expect(
      Self.models(ab.map { Self.part("A", version: $0) }).version
        != Self.models(ba.map { Self.part("A", version: $0) }).version)
  }

  @Test func raysMeetWhatIsThereWhereItIsWanted() {
    var models = Self.models([Self.part("A")])
    let plan = Samples.plan(.p1812)
    #expect(models.meets(plan) && !models.meets(Samples.plan(.freeSpace)) && !SurfaceModels().meets(plan))
    let keys = models.keys(over: [Samples.key()], for: plan, of: [Samples.tile()])
    #expect(keys == [Samples.key(isSurface: true)])
    let same = models.set(isOn: true)
    let isOther = models.set(isOn: false)
    #expect(!same && isOther && !models.isOn && !models.meets(plan))
    #expect(models.keys(over: [Samples.key()], for: plan, of: [Samples.tile()]).isEmpty)
    let back = models.set(isOn: true)
    #expect(back && models.meets(plan))
  }

  @Test func whatIsSaidGoesByWhatIsKnown() {
    var models = Self.models([Self.part("A")])
    let plan = Samples.plan(.p1812)
    func words(_ share: Double?) -> String? { models.words(for: plan, share: share).map { "\($0)" } }
    #expect(words(nil) == "trees and roofs")
    #expect(words(0) == "trees and roofs: not known here")
    #expect(words(0.001) == "trees and roofs in part of the map")
    #expect(words(0.9949) == "trees and roofs in part of the map" && words(0.995) == "with trees and roofs")
    #expect(models.words(for: nil, share: 1) == nil)
    #expect(models.words(for: Samples.plan(.freeSpace), share: 1) == nil)
    #expect(SurfaceModels().words(for: plan, share: 1) == nil)
    _ = models.set(isOn: false)
    #expect(words(1) == "without trees and roofs")
  }
}
