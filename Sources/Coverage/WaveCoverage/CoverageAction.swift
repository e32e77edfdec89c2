/// An action that a control of the coverage instrument triggers.
package enum CoverageAction: Equatable, Sendable {
  // MARK: - Tiles

  /// Picks a tile by its index.
  case pickTile
  /// Asks the server to download the missing tile.
  case fetchTile
  /// Cancels the download of the missing tile.
  case cancelFetch

  // MARK: - Transmitters

  /// Places the transmitter in the middle of the map.
  case placeInMiddle
  /// Places the transmitter at the device's position.
  case locate
  /// Selects a transmitter by its index.
  case selectSite
  /// Adds a transmitter.
  case addSite
  /// Removes the selected transmitter.
  case removeSite
  /// Moves the transmitter back to where it was before a long press, and adds a new transmitter at the
  /// pressed position.
  case keepBoth

  // MARK: - The map

  /// Enters a position or a number into a field.
  case enter(CoverageField)
  /// Sets the radius to a step of the slider.
  case setRadius
  /// Chooses the propagation model by its index.
  case chooseModel
  /// Chooses the type of area around the receivers.
  case chooseArea
  /// Chooses the clutter category along the path.
  case chooseClutter
  /// Chooses whether the map is computed on the server or on this device.
  case computeOnServer
  /// Includes or ignores trees and roofs.
  case includeSurface

  // MARK: - The display

  /// Chooses the quantity that the map's colours show.
  case chooseDisplay
  /// Toggles colours that are safe for colour-blind users.
  case useSafeColors
  /// Toggles the street map.
  case showStreets

  // MARK: - Measured points

  /// Opens a file of measured points.
  case openMeasured
  /// Removes the measured points.
  case removeMeasured
  /// Toggles the calibration of the selected transmitter's map with the measured points.
  case calibrate

  // MARK: - Saving

  /// Saves the map as a file.
  case saveMap(MapFormat)
  /// Copies a link to the page with the current scene.
  case copyLink
}

/// A field of the coverage instrument's drawer.
package enum CoverageField: Equatable, Sendable {
  /// The transmitter's position.
  case place
  /// The radius of the map.
  case radius
  /// The transmitter's frequency.
  case frequency
  /// The transmitting antenna's height above the ground.
  case transmitterHeight
  /// The receiving antennas' height above the ground.
  case receiverHeight
  /// The transmitter's radiated power.
  case power
  /// The required receiver level.
  case sensitivity
  /// The percentage of time for which the loss is not exceeded.
  case timePercent
  /// The percentage of locations at which the loss is not exceeded.
  case locationPercent
  /// The level below which measured points are excluded.
  case measuredFloor
}
