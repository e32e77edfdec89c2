/// The values stored for each sample of a ray, as consecutive lists.
enum RayList: Int, CaseIterable {
  /// Height of the ground above that at the transmitter, m.
  case ground
  /// Height of the obstacles on the flattened earth, m.
  case met
  /// Height of the flattened ground on which antennas stand, m.
  case flattened
  /// Height of obstacles above the transmitting antenna, divided by the square root of the distance.
  case weighted
  /// Height of obstacles above the transmitting antenna, divided by the distance, which is the slope from the
  /// antenna, m/km.
  case slope
  /// Slope from the transmitting antenna to the receiver, m/km.
  case chord
  /// Bullington's parameter for receivers in line of sight; for obstructed ones, the slope from the receiver
  /// to its horizon.
  case found
  /// Slope from the transmitting antenna to its horizon; `RayProfile.isSeen` if the receiver is in line of
  /// sight.
  case steepest
  /// Height of the regression line through the ground, at the transmitter and at the receiver, m.
  case below, beside
  /// Height of the ground above the line between both antennas, or 0 if they are in line of sight or if it is
  /// not needed; followed by the additional slopes to the horizons from the transmitter and from the
  /// receiver.
  case raised, fromTransmitter, fromReceiver
  /// Heights of the antennas above smooth ground, m, and the excess of the spherical-earth loss over the edge
  /// loss, dB, for this ray or, if nothing differs, for the previous one.
  case transmitter, receiver, sphere
  /// For P.1812 only: the slope of the regression line; the distances from the antennas to their horizons in
  /// km, or 0 in line of sight; the height of the ground between the horizons above a line of that slope, m.
  case tilt, near, far, highest

  /// Returns the number of lists of a ray.
  static func count(hasHorizons: Bool) -> Int { hasHorizons ? allCases.count : tilt.rawValue }
}

/// Values that depend on the samples' distances, as consecutive lists.
enum RayTable: Int, CaseIterable {
  /// Distances, km, and their inverses.
  case distance, inverse
  /// Square roots of the distances, and their inverses.
  case root, inverseRoot
  /// The drop of the flattened earth, m, and the drop divided by the distance.
  case fall, bend
  /// The smallest product of both antennas' heights at which the spherical earth does not obstruct the path,
  /// m².
  case clear
}
