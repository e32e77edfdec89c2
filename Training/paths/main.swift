// What the library's models say of paths that come on standard input, for `train.py`.
//
// A path is little-endian: its count of heights as UInt32, then frequency in Hz, both antennas above ground
// in m and the length in km as Double, and the heights in m as Float, evenly apart. To each the answer is 13
// Doubles: the six inputs of the learned models, then the loss in dB of free space, P.1812, the Irregular
// Terrain Model, the extended Hata model of a suburb, and P.1812 with suburban, urban and dense urban
// clutter; NaN where a model refuses.
import Glibc
import WavePropagation
import WaveUnits

func bytes(_ count: Int) -> [UInt8]? {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count)
  while bytes.count < count {
    var part = [UInt8](repeating: 0, count: count - bytes.count)
    let got = read(0, &part, part.count)
    guard got > 0 else { return nil }
    bytes += part[..<got]
  }
  return bytes
}

func answer(_ numbers: [Double]) {
  numbers.withUnsafeBytes { bytes in
    var sent = 0
    while sent < bytes.count {
      let written = write(1, UnsafeRawBufferPointer(rebasing: bytes[sent...]).baseAddress, bytes.count - sent)
      guard written > 0 else { exit(1) }
      sent += written
    }
  }
}

func loss(
  _ plan: CoveragePlan, _ model: CoveragePlan.Model, _ profile: PathProfile, clutter: Clutter = .open
) -> Double {
  var plan = plan
  (plan.model, plan.clutter) = (model, clutter)
  return (try? plan.loss(over: profile)) ?? .nan
}

while let head = bytes(36) {
  let (count, numbers) = head.withUnsafeBytes { bytes in
    (
      Int(bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)),
      (0..<4).map { bytes.loadUnaligned(fromByteOffset: 4 + 8 * $0, as: Double.self) }
    )
  }
  guard count > 1, count < 1_000_000, let body = bytes(4 * count) else { exit(1) }
  let heights = body.withUnsafeBytes { bytes in
    (0..<count).map { Double(bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self)) }
  }
  let profile = PathProfile(
    distancesKilometers: (0..<count).map { numbers[3] * Double($0) / Double(count - 1) },
    heightsMeters: heights)
  var plan = CoveragePlan(
    transmitter: Coordinate(latitudeDegrees: 52, longitudeDegrees: -1), frequencyHertz: numbers[0],
    radiusMeters: numbers[3] * 1000, transmitterHeightMeters: numbers[1], receiverHeightMeters: numbers[2])
  plan.area = .suburban
  guard let inputs = try? plan.learnedInputs(over: profile) else { exit(1) }
  answer([
    inputs.distanceKilometers, inputs.edgeDecibels, inputs.diffractionDecibels,
    inputs.effectiveHeightMeters, inputs.reliefMeters, inputs.riseMeters,
    loss(plan, .freeSpace, profile), loss(plan, .p1812, profile), loss(plan, .irregularTerrain, profile),
    loss(plan, .extendedHata, profile), loss(plan, .p1812, profile, clutter: .suburban),
    loss(plan, .p1812, profile, clutter: .urban), loss(plan, .p1812, profile, clutter: .denseUrban),
  ])
}
