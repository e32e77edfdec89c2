/// A clutter category along a path, with its representative height, for P.1812.
///
/// Source: Recommendation ITU-R P.1812-8, Annex 1, table of representative clutter heights, whose row *urban,
/// trees, forest* is split into two cases here.
public enum Clutter: UInt8, CaseIterable, Sendable {
  /// Open land and water, without clutter.
  case open
  /// Suburbs.
  case suburban
  /// Towns.
  case urban
  /// The dense centres of large towns.
  case denseUrban
  /// Trees and forest.
  case woodland

  /// The representative height, in metres above ground.
  public var heightMeters: Double {
    switch self {
    case .open: 0
    case .suburban: 10
    case .urban, .woodland: 15
    case .denseUrban: 20
    }
  }
}

extension CoveragePlan {
  /// The height of the clutter that the model includes, in metres above ground; 0 for models other than
  /// P.1812.
  public var clutterMeters: Double { model == .p1812 ? clutter.heightMeters : 0 }

  /// Returns the path with the plan's clutter, or unchanged if it already has clutter.
  ///
  /// Water, which has heights of exactly 0 m, gets no clutter.
  ///
  /// - Complexity: O(points), one array.
  public func cluttered(_ profile: PathProfile) -> PathProfile {
    guard clutterMeters > 0, profile.clutterMeters.isEmpty else { return profile }
    var profile = profile
    let clutter = clutterMeters
    profile.clutterMeters = profile.heightsMeters.map { $0 == 0 ? 0 : clutter }
    return profile
  }
}
