import WaveDisplay
import WavePropagation
import WaveUnits

/// The values of a map in the layout of the player's fields, row by row from the north.
struct FieldRaster: Latticed, Sendable {
  /// The centres of the cells that the values fill.
  let lattice: PostLattice
  let values: [Int16]
  /// The revision number, which changes whenever the values change.
  let revision: UInt32
}

/// The colouring of a field: the number of a colour map or palette, and the values at its ends.
struct FieldColors: Equatable, Sendable {
  let number: UInt8
  let low: Int16
  let high: Int16
}
