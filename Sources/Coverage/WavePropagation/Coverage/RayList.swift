/// The values stored for each sample of a ray, as consecutive lists.
enum RayList: Int, CaseIterable {
  /// The height of the ground relative to the ground at the transmitter, in metres.
  case ground
  /// The height of the obstacles on the flattened earth, in metres.
  case obstacle
  /// The height of the ground, excluding obstacles, on the flattened earth, in metres.
  case flattened
  /// The height of obstacles above the transmitting antenna, divided by the square root of the distance.
  case weighted
  /// The slope from the transmitting antenna to the tops of obstacles, in m/km: their height above the
  /// antenna divided by their distance.
  case slope
  /// The slope from the transmitting antenna to the receiver, in m/km.
  case chord
  /// Bullington's parameter for receivers in line of sight; for other receivers, the slope from the receiver
  /// to its horizon.
  case receiverSlope
  /// The slope from the transmitting antenna to its horizon; `RayProfile.isSeen` if the receiver is in line
  /// of sight.
  case steepest
  /// The heights of the regression line through the ground at the transmitter (`below`) and at the receiver
  /// (`beside`), in metres.
  case below, beside
  /// `raised` is the height of the ground above the line between both antennas, or 0 if they are in line of
  /// sight or the height is not needed. `fromTransmitter` and `fromReceiver` are the amounts by which the
  /// slopes to the horizons exceed the slope of that line.
  case raised, fromTransmitter, fromReceiver
  /// `transmitter` and `receiver` are the heights of the antennas above smooth ground, in metres. `sphere` is
  /// the amount by which the spherical-earth loss exceeds the loss of Bullington's edge, in dB; it is reused
  /// for the next ray where the antenna heights stay the same.
  case transmitter, receiver, sphere
  /// For P.1812 only: `tilt` is the slope of the regression line; `near` and `far` are the distances from the
  /// antennas to their horizons in km, or 0 in line of sight; `highest` is the height of the ground between
  /// the horizons above a line with the slope `tilt`, in metres.
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
  /// The amount by which flattening the earth lowers heights, in metres, and this amount divided by the
  /// distance in km.
  case fall, bend
  /// The smallest product of both antennas' heights at which the spherical earth does not obstruct the path,
  /// in m².
  case clear
}
