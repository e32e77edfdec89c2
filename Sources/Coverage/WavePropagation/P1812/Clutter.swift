/// What covers the ground along a path, for P.1812: a kind of clutter with the height that represents it.
///
/// Source: Recommendation ITU-R P.1812-8, Annex 1, the table of representative clutter heights. Its one row
/// *urban, trees, forest* is two cases here.
public enum Clutter: UInt8, CaseIterable, Sendable {
  /// Open land and water: nothing.
  case open
  /// Suburbs.
  case suburban
  /// Towns.
  case urban
  /// The middle of large towns.
  case denseUrban
  /// Trees and forest.
  case woodland

  /// The height that represents it, m above ground.
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
  /// The height of clutter that rays of the model meet, m above ground: P.1812 alone takes it.
  public var clutterMeters: Double { model == .p1812 ? clutter.heightMeters : 0 }

  /// A path with the plan's clutter between its ends, where it has none of its own; none stands on water,
  /// heights of exactly 0 m.
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
