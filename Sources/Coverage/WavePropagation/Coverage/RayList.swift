/// What is kept of each sample of a ray: a list of numbers of each kind, one list after the other.
enum RayList: Int, CaseIterable {
  /// Ground above the transmitter's, m.
  case ground
  /// What rays meet above the flattened earth, m.
  case met
  /// The flattened ground on which antennas stand, m.
  case standing
  /// What is met less the transmitting antenna, by the root of the distance.
  case weighted
  /// The same by the distance: slopes from the antenna, m/km.
  case slope
  /// Slopes from the antenna to receivers, m/km.
  case chord
  /// Bullington's parameter where a receiver is seen; where it is not, the slope from it to its horizon.
  case found
  /// The slope from the antenna to its horizon; `RayProfile.isSeen` where the receiver is seen.
  case steepest
  /// The straight line through the ground, at the transmitter and at the receiver, m.
  case below, beside
  /// How far ground stands above the line between both antennas; nothing where they see each other, or nobody
  /// asks. Then how much steeper it is to the horizons, from the transmitter and from the receiver.
  case raised, fromTransmitter, fromReceiver
  /// Antennas above smooth ground, m, and what the sphere costs more than an edge there, dB: of this ray or,
  /// where nothing differs, of the one before.
  case transmitter, receiver, sphere
  /// For P.1812 alone: the straight line's slope; from the antennas to their horizons, km, nothing where the
  /// receiver is seen; how far ground between these stands above a line of that slope, m.
  case tilt, near, far, highest

  /// Lists of a ray.
  static func count(hasHorizons: Bool) -> Int { hasHorizons ? allCases.count : tilt.rawValue }
}

/// What samples' distances give, list after list.
enum RayTable: Int, CaseIterable {
  /// Distances, km, and their inverses.
  case distance, inverse
  /// The distances' roots, and their inverses.
  case root, inverseRoot
  /// How far the flattened earth falls, m, and that by the distance.
  case fall, bend
  /// What the product of both antennas' heights is at least where no sphere is in the way, m².
  case clear
}
