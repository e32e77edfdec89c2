import WaveDisplay
import WavePropagation
import WaveUnits

/// The area that a field covers on the earth; each value is at the centre of a cell.
struct FieldPlace: Equatable, Sendable {
  let northDegrees: Double
  let westDegrees: Double
  let latitudeStep: Double
  let longitudeStep: Double
  let rows: Int
  let columns: Int
}

/// The values of a map in the layout of the player's fields, row by row from the north.
struct FieldRaster: Sendable {
  let place: FieldPlace
  let values: [Int16]
  /// The revision number, which changes whenever the values change.
  let revision: UInt32

  init(_ map: CoverageMap, revision: UInt32) {
    place = FieldPlace(
      northDegrees: map.northWest.latitudeDegrees, westDegrees: map.northWest.longitudeDegrees,
      latitudeStep: map.latitudeStepDegrees, longitudeStep: map.longitudeStepDegrees, rows: map.rowCount,
      columns: map.columnCount)
    (values, self.revision) = (map.losses, revision)
  }

  init(_ lattice: CoverageLattice, values: [Int16], revision: UInt32) {
    place = FieldPlace(
      northDegrees: lattice.northWest.latitudeDegrees, westDegrees: lattice.northWest.longitudeDegrees,
      latitudeStep: lattice.latitudeStepDegrees, longitudeStep: lattice.longitudeStepDegrees,
      rows: lattice.rowCount, columns: lattice.columnCount)
    (self.values, self.revision) = (values, revision)
  }

  init(_ shares: ReachShares, revision: UInt32) {
    place = FieldPlace(
      northDegrees: shares.northWest.latitudeDegrees, westDegrees: shares.northWest.longitudeDegrees,
      latitudeStep: shares.latitudeStepDegrees, longitudeStep: shares.longitudeStepDegrees,
      rows: shares.rowCount, columns: shares.columnCount)
    (values, self.revision) = (shares.percents, revision)
  }
}

/// The colouring of a field: the number of a colour map or palette, and the values at its ends.
struct FieldColors: Equatable, Sendable {
  let number: UInt8
  let low: Int16
  let high: Int16
}
