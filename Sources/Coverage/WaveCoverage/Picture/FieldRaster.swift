import WaveDisplay
import WavePropagation
import WaveUnits

/// Where the values of a field lie on the earth: each is the middle of a cell.
struct FieldPlace: Equatable, Sendable {
  let northDegrees: Double
  let westDegrees: Double
  let latitudeStep: Double
  let longitudeStep: Double
  let rows: Int
  let columns: Int
}

/// Values of a map as the player holds them, row by row from the north.
struct FieldRaster: Sendable {
  let place: FieldPlace
  let values: [Int16]
  /// Counts the values: others have another number.
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

/// How the values of a field are coloured: a colour map or a palette by its number, and the values of its
/// ends.
struct FieldColors: Equatable, Sendable {
  let number: UInt8
  let low: Int16
  let high: Int16
}
