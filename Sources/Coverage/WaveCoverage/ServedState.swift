import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation
import WaveUnits

/// The map that the server computes for the page, and what it offers.
struct ServedState: Sendable {
  /// Posts of a map that is taken: none that is asked for has as many.
  static let postLimit = Int(saturating: 1.25 * CoverageGround.servedPosts)

  /// Which maps the server computes; nil where it computes none, or is gone.
  var offer: CoverageOffer?
  /// Whether the server is to compute; nil where nobody has chosen.
  var choice: Bool?
  /// Posts of the tiles within the map that is next, about; 0 where nothing is next.
  var postCount = 0.0
  /// The newest question's number.
  var number: UInt16 = 0
  /// What is asked for; nil where nothing is.
  var asked: CoveragePlan?
  var site = 0
  /// When it was asked for.
  var began: Int64 = 0
  var progress: CoverageProgress?
  /// Where the posts of the map are that comes, and those losses that have come.
  var geometry: CoverageGeometry?
  var losses: [Int16] = []
  /// What the server would not compute, and why.
  var refused: CoveragePlan?
  var refusal: [UInt8] = []
  /// Counts the newest map that came, as maps are counted.
  var revision: UInt32?

  /// Nothing is asked for any more.
  mutating func drop() {
    (asked, progress, geometry) = (nil, nil, nil)
    losses = []
  }

  /// Whole per cents of the rays; nil while the map waits for its turn.
  var percent: Int? {
    guard let progress, progress.rayCount > 0 else { return nil }
    return Int(saturating: (100 * Double(progress.doneCount) / Double(progress.rayCount)).rounded(.down))
  }
}
