import Testing
import WaveDisplay
@testable import WaveInteraction
import WavePropagation

@testable import WaveCoverage

@Suite struct MapBadgesTests {
  private static let words = Array("calibrated by 40 points".utf8)

  private static func legend(_ sites: Sites = Samples.sites(), hasOffer: Bool = false) -> MapLegend {
    MapLegend(
      on: Samples.canvas(), sites: sites, display: .loss,
      colors: MapDisplay().colors(of: .loss, for: LinkBudget()), hasSheet: false, hasOffer: hasOffer)
  }

  /// The box of a layer that badges draw.
  private static func box(_ badges: MapBadges, _ layer: UInt32) throws -> Rect? {
    var player = PartPlayer()
    try player.draw {
      badges.drawCalibration(into: &$0)
      badges.drawSurface(isOn: true, into: &$0)
    }
    return player.scene.layers.first { $0.id == layer }?.bounds
  }

  @Test func theyLieAboveTheLegendAndEachOther() throws {
    let legend = Self.legend()
    let both = MapBadges(above: legend, calibration: Self.words, surface: "trees and roofs")
    let calibration = try #require(try Self.box(both, LayerID.calibration))
    let surface = try #require(try Self.box(both, LayerID.surface))
    #expect(calibration.bottom == legend.bottom - 176 - legend.titleHeight && calibration.x == 24)
    #expect(surface.bottom == calibration.y - 12)
    let one = MapBadges(above: legend, calibration: [], surface: "trees and roofs")
    #expect(try Self.box(one, LayerID.calibration) == nil)
    #expect(try Self.box(one, LayerID.surface)?.bottom == calibration.bottom)
    let none = MapBadges(above: legend, calibration: [], surface: nil)
    #expect(try Self.box(none, LayerID.surface) == nil)
    #expect(
      !none.isOnSurface(x: 30, y: calibration.y + 9) && !none.isOnCalibration(x: 30, y: calibration.y + 9))
  }

  @Test func aFingerNearOneMeansIt() throws {
    let both = MapBadges(above: Self.legend(), calibration: Self.words, surface: "trees and roofs")
    let own = try #require(try Self.box(both, LayerID.calibration))
    let other = try #require(try Self.box(both, LayerID.surface))
    let x = own.x + 20
    // 14 pixels around it; between the two each has its half.
    #expect(both.isOnCalibration(x: x, y: own.bottom + 13) && !both.isOnCalibration(x: x, y: own.bottom + 15))
    #expect(both.isOnCalibration(x: own.x - 13, y: own.y) && !both.isOnCalibration(x: own.x - 15, y: own.y))
    #expect(both.isOnCalibration(x: own.right + 13, y: own.y))
    #expect(!both.isOnCalibration(x: own.right + 15, y: own.y))
    #expect(both.isOnSurface(x: x, y: other.y - 13) && !both.isOnSurface(x: x, y: other.y - 15))
    #expect(both.isOnSurface(x: x, y: other.bottom + 5) && !both.isOnSurface(x: x, y: other.bottom + 7))
  }

  @Test func theLegendLeavesRoomForWhatIsOffered() {
    #expect(Self.legend().bottom == 1688 - 24 && Self.legend(hasOffer: true).bottom == 1688 - 132)
    #expect(Self.legend(Sites()).titleHeight == 0 && Self.legend().titleHeight >= 34)
    #expect(Self.legend().isShown)
  }

  @Test func aSheetTakesTheBottomOfTheMap() {
    let whole = Samples.canvas(width: 1600)
    #expect(whole.bottom == 1688 && MapCanvas(whole, above: 100.4).bottom == 1588)
  }
}
