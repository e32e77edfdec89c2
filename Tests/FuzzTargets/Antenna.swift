import WavePropagation
import WaveTerrainFormats

extension FuzzTarget {
  /// Antennas in the format of Planet: what is read has an attenuation everywhere.
  static let msi = FuzzTarget("msi", byteLimit: 300) { bytes throws(Finding) in
    switch Result(catching: { () throws(TerrainFormatError) in try MSIPattern.antenna(bytes.span) }) {
    case .success(let file):
      try require(file.pattern.gainDecibels.map { $0.isFinite } ?? true, "a gain is a number")
      try require(file.frequencyHertz.map { $0 > 0 && $0.isFinite } ?? true, "a frequency is one")
      try radiates(file, deepest: 400)
    case .failure(.antenna(_, let line)):
      let count = bytes.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
      try require(line >= 1 && line <= count, "a fault is in a line")
    case .failure(let error): try require(error == .empty, "faults are those of antennas")
    }
  }

  /// Antennas as SPLAT! has them: the first byte says where the second file begins.
  static let splatAntenna = FuzzTarget("splat-antenna", byteLimit: 300) { bytes throws(Finding) in
    guard let first = bytes.first else { return }
    let rest = bytes.dropFirst()
    let (azimuth, elevation) = (Array(rest.prefix(Int(first))), Array(rest.dropFirst(Int(first))))
    guard
      case .success(let file) = Result(catching: { () throws(TerrainFormatError) in
        try SPLATPattern.antenna(
          azimuth: azimuth.isEmpty ? nil : azimuth, elevation: elevation.isEmpty ? nil : elevation)
      })
    else { return }
    try radiates(file, deepest: 2 * AntennaCut.deepestDecibels)
  }

  /// Asks for the attenuation in all directions.
  private static func radiates(_ file: AntennaFile, deepest: Double) throws(Finding) {
    let antenna = MountedAntenna(
      file.pattern, bearingDegrees: file.bearingDegrees, tiltDegrees: file.tiltDegrees,
      tiltBearingDegrees: file.tiltBearingDegrees)
    for bearing in stride(from: -720.0, through: 720, by: 97) {
      for elevation in stride(from: -90.0, through: 90, by: 45) {
        let attenuation = antenna.attenuation(bearingDegrees: bearing, elevationDegrees: elevation)
        try require(attenuation >= 0 && attenuation <= deepest, "an attenuation is one")
      }
    }
  }
}
