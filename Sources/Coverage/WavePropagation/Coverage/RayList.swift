/// The values stored for each sample of a ray, as consecutive lists.
enum RayList: Int, CaseIterable {
  /// The height of the ground above that at the transmitter, in metres.
  case ground
  /// The height of the obstacles on the flattened earth, in metres.
  case obstacle
  /// The height of the ground on the flattened earth, on which the antennas stand, in metres.
  case flattened
  /// The height of obstacles above the transmitting antenna, divided by the square root of the distance.
  case weighted
  /// The slope from the transmitting antenna to the tops of obstacles, in m/km: their height above the
  /// antenna divided by their distance.
  case slope
  /// The slope from the transmitting antenna to the receiver, in m/km.
  case chord
  /// Bullington's parameter for receivers in line of sight; for obstructed ones, the slope from the receiver
  /// to its horizon.
  case receiverSlope
  /// The slope from the transmitting antenna to its horizon; `RayProfile.isSeen` if the receiver is in line
  /// of sight.
  case steepest
  /// The height of the regression line through the ground, at the transmitter and at the receiver, in metres.
  case below, beside
  /// The height of the ground above the line between both antennas, or 0 if they are in line of sight or if
  /// it is not needed; followed by the additional slopes to the horizons from the transmitter and from the
  /// receiver.
  case raised, fromTransmitter, fromReceiver
  /// The heights of the antennas above smooth ground, in metres, and the excess of the spherical-earth loss
  /// over the edge loss, in dB, for this ray or, if their inputs are the same, for the previous one.
  case transmitter, receiver, sphere
  /// For P.1812 only: the slope of the regression line; the distances from the antennas to their horizons in
  /// km, or 0 in line of sight; the height of the ground between the horizons above a line of that slope, in
  /// metres.
  case tilt, near, far, highest

  /// Returns the number of lists of a ray.
  static func count(hasHorizons: Bool) -> Int { hasHorizons ? allCases.count : tilt.rawValue }
}

/// Values that depend on the samples' distances, as consecutive lists.
enum RayTable: Int, CaseIterable {
  /// The distances, in km, and their inverses.
  case distance, inverse
  /// The square roots of the distances, and their inverses.
  case root, inverseRoot
  /// The drop of the flattened earth, in metres, and the drop divided by the distance.
  case fall, bend
  /// The smallest product of both antennas' heights at which the spherical earth does not obstruct the path,
  /// in m².
  case clear
}
