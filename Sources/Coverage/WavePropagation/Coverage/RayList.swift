/// The values that are stored for each sample of a ray: one list for each kind, one list after the other.
enum RayList: Int, CaseIterable {
  /// Height of the ground above the transmitter's, m.
  case ground
  /// Height of the obstacles that rays meet, above the flattened earth, m.
  case met
  /// Height of the flattened ground on which antennas stand, m.
  case flattened
  /// Height of obstacles above the transmitting antenna, divided by the square root of the distance.
  case weighted
  /// The same, divided by the distance: slopes from the antenna, m/km.
  case slope
  /// Slopes from the antenna to receivers, m/km.
  case chord
  /// Bullington's parameter for receivers in line of sight; for hidden ones, the slope from the receiver to
  /// its horizon.
  case found
  /// The slope from the antenna to its horizon; `RayProfile.isSeen` if the receiver is in line of sight.
  case steepest
  /// Height of the straight line through the ground, at the transmitter and at the receiver, m.
  case below, beside
  /// Height of the ground above the line between both antennas; 0 if they are in line of sight, or if it is
  /// not needed. Then the additional slopes to the horizons, from the transmitter and from the receiver.
  case raised, fromTransmitter, fromReceiver
  /// Heights of the antennas above smooth ground, m, and the excess loss of the sphere over an edge, dB: for
  /// this ray or, if nothing differs, for the one before.
  case transmitter, receiver, sphere
  /// For P.1812 alone: the slope of the straight line; the distances from the antennas to their horizons, km,
  /// 0 if the receiver is in line of sight; the height of the ground between the horizons above a line of
  /// that slope, m.
  case tilt, near, far, highest

  /// The number of lists of a ray.
  static func count(hasHorizons: Bool) -> Int { hasHorizons ? allCases.count : tilt.rawValue }
}

/// Values that depend on the samples' distances, one list after the other.
enum RayTable: Int, CaseIterable {
  /// Distances, km, and their inverses.
  case distance, inverse
  /// Square roots of the distances, and their inverses.
  case root, inverseRoot
  /// The fall of the flattened earth, m, and the fall divided by the distance.
  case fall, bend
  /// The least product of both antennas' heights at which the sphere does not obstruct, m².
  case clear
}
