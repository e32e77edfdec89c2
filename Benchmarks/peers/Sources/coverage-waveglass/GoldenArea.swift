import Glibc
import WavePropagation
import WaveUnits

/// A map that SPLAT! made, and ours of the same link by the same model: once over its own samples of the
/// ground, once over ours.
///
/// SPLAT! goes from the transmitter to each post of the region's edge, one after the other, and takes the
/// height of the nearest post about every three seconds of arc. The first ray that comes to a post gives it
/// its level: the loss of the profile as it is up to the sample before, over the distance up to there,
/// clutter added to every height but the transmitter's.
struct GoldenArea {
  private static let posts = 1200
  private static let earthMiles = 3959.0
  private static let metersPerMile = 1609.344

  /// What the case says of the link.
  private let place: Coordinate
  private let link: IrregularTerrain
  private let wattsERP: Double
  private let clutterMeters: Double
  private let radiusMiles: Double
  /// The region's south-west corner and its size in degrees.
  private let south: Int
  private let west: Int
  private let tileCount: Int
  /// Heights from the south-west, row by row, without the tiles' northern and eastern edges.
  private let heights: [Int16]
  private let surface: TerrainSurface
  private let signal: [UInt8]
  private let mask: [UInt8]

  /// `area LAT LON TXMETERS RXMETERS MHZ WATTS PERMITTIVITY CONDUCTIVITY REFRACTIVITY CLIMATE VERTICAL TIME
  /// SITUATION CLUTTER RADIUSMETERS SIGNAL MASK TILE…`, tiles from the west.
  init(_ arguments: [String]) throws {
    guard arguments.count >= 18 else { fail("area needs 17 values and tiles") }
    let values = arguments[..<15].map { number($0) }
    place = Coordinate(latitudeDegrees: values[0], longitudeDegrees: values[1])
    var link = IrregularTerrain(
      frequencyMegahertz: values[4], transmitterHeightMeters: values[2], receiverHeightMeters: values[3])
    wattsERP = values[5]
    (link.permittivity, link.conductivity, link.surfaceRefractivity) = (values[6], values[7], values[8])
    guard let climate = IrregularTerrain.Climate(rawValue: Int(values[9])) else { fail("no such climate") }
    link.climate = climate
    link.polarization = values[10] == 1 ? .vertical : .horizontal
    // Reliability and confidence: times and places are one, and that places differ is left out.
    link.variability = .mobile
    link.variesByLocation = false
    (link.timePercent, link.situationPercent) = (values[11], values[12])
    self.link = link
    clutterMeters = values[13]
    radiusMiles = values[14] / Self.metersPerMile
    signal = contents(of: arguments[15])
    mask = contents(of: arguments[16])
    let tiles = try arguments[17...].map { try tile($0) }
    tileCount = tiles.count
    south = Int(tiles[0].southEast.latitudeDegrees.rounded())
    west = Int(tiles[0].northWest.longitudeDegrees.rounded())
    var surface = TerrainSurface()
    for tile in tiles { surface.add(tile) }
    self.surface = surface
    let columns = Self.posts * tileCount
    var heights = [Int16](repeating: 0, count: Self.posts * columns)
    for (number, tile) in tiles.enumerated() {
      guard tile.rowCount == Self.posts + 1, tile.columnCount == Self.posts + 1 else {
        fail("tiles are of 3 arc-seconds")
      }
      for row in 0..<Self.posts {
        for column in 0..<Self.posts {
          let height = tile.heights[(Self.posts - row) * tile.columnCount + column]
          heights[row * columns + number * Self.posts + column] = height == TerrainTile.void ? 0 : height
        }
      }
    }
    self.heights = heights
    guard signal.count == heights.count, mask.count == heights.count else { fail("the map has another size") }
  }

  private var columns: Int { Self.posts * tileCount }

  /// The post nearest to a place, rows from the south; nil outside of the region.
  private func post(_ place: Coordinate) -> Int? {
    let row = ((place.latitudeDegrees - Double(south)) * Double(Self.posts)).rounded(.toNearestOrEven)
    let column = ((place.longitudeDegrees - Double(west)) * Double(Self.posts)).rounded(.toNearestOrEven)
    guard row >= 0, row < Double(Self.posts), column >= 0, column < Double(columns) else { return nil }
    return Int(row) * columns + Int(column)
  }

  /// Where a post is in the golden map, whose rows come from the north.
  private func golden(_ post: Int) -> Int {
    (Self.posts - 1 - post / columns) * columns + post % columns
  }

  /// The region's edge in the order in which rays go to it.
  private var targets: [Coordinate] {
    let step = 1 / Double(Self.posts)
    let (north, east) = (Double(south + 1), Double(west + tileCount))
    func across(_ latitude: Double) -> [Coordinate] {
      (1...columns).map {
        Coordinate(latitudeDegrees: latitude, longitudeDegrees: east - Double($0) * step)
      }
    }
    let down = (1...Self.posts).map {
      Coordinate(latitudeDegrees: north - Double($0) * step, longitudeDegrees: east)
    }
    let up = (0..<Self.posts).map {
      Coordinate(latitudeDegrees: Double(south) + Double($0) * step, longitudeDegrees: Double(west))
    }
    return across(north) + down + across(Double(south)) + up
  }

  /// A ray's samples within the radius, on a sphere, and how far they are apart, miles.
  private func ray(to target: Coordinate) -> (places: [Coordinate], stepMiles: Double) {
    let radian = Double.pi / 180
    let (start, end) = (place.latitudeDegrees * radian, target.latitudeDegrees * radian)
    let east = (target.longitudeDegrees - place.longitudeDegrees) * radian
    let angle = acos(sin(start) * sin(end) + cos(start) * cos(end) * cos(east))
    let count = hypot(east, end - start) * 68_755
    let step = Self.earthMiles * angle / count
    let bearing = atan2(sin(east) * cos(end), cos(start) * sin(end) - sin(start) * cos(end) * cos(east))
    var places: [Coordinate] = []
    var index = 0.0
    while index * step <= Swift.min(radiusMiles, Self.earthMiles * angle) {
      let beta = index * step / Self.earthMiles
      let latitude = asin(sin(start) * cos(beta) + cos(start) * sin(beta) * cos(bearing))
      let aside = atan2(
        sin(bearing) * sin(beta) * cos(start), cos(beta) - sin(start) * sin(latitude))
      places.append(
        Coordinate(
          latitudeDegrees: latitude / radian, longitudeDegrees: place.longitudeDegrees + aside / radian))
      index += 1
    }
    return (places, step)
  }

  /// A level as the golden map has it: dBm of 2.14 dBi, plus 200.
  private func byte(_ loss: Double) -> Int {
    let level = 10 * log10(wattsERP * 1000) + 2.14 - loss
    return Swift.max(0, Swift.min(255, 200 + Int(level.rounded(.toNearestOrEven))))
  }

  /// Computes all of it, and prints what agrees.
  func compare() throws {
    var (same, beyond, other, different) = (0, 0, 0, 0)
    var errors = [Int](repeating: 0, count: 256)
    var ours = [Int](repeating: 0, count: 256)
    var (ownCount, failures) = (0, 0)
    var seen = [Bool](repeating: false, count: heights.count)
    let start = seconds()
    for target in targets {
      let (places, step) = ray(to: target)
      let found = places.map { post($0) }
      let spacing = step * Self.metersPerMile
      var ground: [Double] = []
      for (index, post) in found.enumerated() {
        let height = post.map { Double(heights[$0]) } ?? -1524
        // What stands on the ground stands under the receiver, too.
        ground.append(height == 0 || index == 0 ? height : height + clutterMeters)
        guard index >= 2, let post, !seen[post] else { continue }
        seen[post] = true
        let place = golden(post)
        guard mask[place] & 248 != 0 else {
          beyond += 1
          continue
        }
        guard let loss = try? link.loss(over: Array(ground.dropLast()), spacingMeters: spacing) else {
          failures += 1
          continue
        }
        let error = (byte(loss) - Int(signal[place])).magnitude
        errors[Int(error)] += 1
        if error <= 1 { same += 1 } else { different += 1 }
        // Our own way of the same link: geodesic, bilinear, to the post itself. One of 16 is enough.
        guard post % 16 == 5 else { continue }
        guard let own = own(to: post) else { continue }
        ownCount += 1
        ours[Int((byte(own) - Int(signal[place])).magnitude)] += 1
      }
    }
    for index in seen.indices where !seen[index] && mask[golden(index)] & 248 != 0 { other += 1 }
    let count = same + different
    func share(_ errors: [Int], _ count: Int, within limit: Int) -> Double {
      Double(errors[...limit].reduce(0, +)) / Double(Swift.max(1, count))
    }
    let agreement = 1 - Double(beyond + other) / Double(heights.count)
    print(
      "{\"posts\": \(count), \"maskAgreement\": \(agreement), \"missed\": \(other), \"more\": \(beyond), "
        + "\"refused\": \(failures), \"within1\": \(share(errors, count, within: 1)), "
        + "\"equal\": \(share(errors, count, within: 0)), \"worst\": "
        + "\(errors.lastIndex(where: { $0 > 0 }) ?? 0), "
        + "\"ownPosts\": \(ownCount), \"ownWithin1\": \(share(ours, ownCount, within: 1)), "
        + "\"ownWithin3\": \(share(ours, ownCount, within: 3)), \"ownWithin6\": "
        + "\(share(ours, ownCount, within: 6)), "
        + "\"seconds\": \(seconds() - start)}")
  }

  /// The loss to a post by a profile of ours.
  private func own(to post: Int) -> Double? {
    let there = Coordinate(
      latitudeDegrees: Double(south) + Double(post / columns) / Double(Self.posts),
      longitudeDegrees: Double(west) + Double(post % columns) / Double(Self.posts))
    guard let profile = try? surface.profile(from: place, to: there, stepMeters: 90) else { return nil }
    var heights = profile.heightsMeters
    for index in 1..<(heights.count - 1) where heights[index] != 0 { heights[index] += clutterMeters }
    let spacing = profile.lengthKilometers * 1000 / Double(heights.count - 1)
    return try? link.loss(over: heights, spacingMeters: spacing)
  }
}
