/// The action of a control of the coverage instrument.
package enum CoverageAction: Equatable, Sendable {
  // MARK: - Tiles

  /// Picks a tile by its index.
  case pickTile
  /// Makes the server download the missing tile.
  case fetchTile
  /// Cancels the download.
  case cancelFetch

  // MARK: - Transmitters

  /// Places the transmitter in the middle of the map.
  case placeInMiddle
  /// Places the transmitter at the device's position.
  case locate
  /// Selects a transmitter by its index.
  case selectSite
  /// Adds another transmitter.
  case addSite
  /// Removes the selected transmitter.
  case removeSite
  /// Moves a dragged transmitter back, and adds another one at the new place.
  case keepBoth

  // MARK: - The map

  /// Enters a place or a number.
  case enter(CoverageField)
  /// Sets the radius to a stop of the slider.
  case setRadius
  /// Chooses the propagation model by its index.
  case chooseModel
  /// Chooses the kind of area that receivers are in.
  case chooseArea
  /// Chooses the clutter along the path.
  case chooseClutter
  /// Computes the map on the server, or on this device.
  case computeOnServer
  /// Counts trees and roofs, or the ground alone.
  case includeSurface

  // MARK: - The display

  /// Chooses what the map's colours show.
  case chooseDisplay
  /// Switches to colours that are safe for colour-blind users.
  case useSafeColors
  /// Switches the street map.
  case showStreets

  // MARK: - Measured points

  /// Opens a file of measured points.
  case openMeasured
  /// Removes the measured points.
  case removeMeasured
  /// Switches the calibration of the selected transmitter's map by the measured points.
  case calibrate

  // MARK: - Saving

  /// Saves the map as a file.
  case saveMap(MapFormat)
  /// Copies the page's address.
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
  /// The height of its antenna above the ground.
  case transmitterHeight
  /// The height of the receivers' antenna above the ground.
  case receiverHeight
  /// The power that the transmitter radiates.
  case power
  /// The lowest level that receivers need.
  case sensitivity
  /// The share of time with no greater loss.
  case timePercent
  /// The share of places with no greater loss.
  case locationPercent
  /// The level below which measured points are left out.
  case measuredFloor
}
