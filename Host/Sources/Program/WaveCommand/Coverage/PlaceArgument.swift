import ArgumentParser
import Foundation
import WaveUnits

/// A location as a command-line argument: `51.5,-0.12`, or `51.5N,0.12W` where a minus sign would look like
/// an option.
struct PlaceArgument: ExpressibleByArgument, Equatable {
  let place: Coordinate

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = Self.degrees(parts[0], "N", "S"),
      let longitude = Self.degrees(parts[1], "E", "W")
    else { return nil }
    place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
    guard place.isPlace else { return nil }
  }

  private static func degrees(_ text: Substring, _ positive: String, _ negative: String) -> Double? {
    var rest = text.trimmingCharacters(in: .whitespaces).uppercased()
    var sign = 1.0
    if rest.hasSuffix(positive) || rest.hasSuffix(negative) {
      sign = rest.hasSuffix(negative) ? -1 : 1
      rest.removeLast()
      guard !rest.hasPrefix("-") else { return nil }
    }
    guard rest.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }) else { return nil }
    return Double(rest).map { sign * $0 }
  }
}

/// A length as a command-line argument in metres or kilometres, such as `800`, `800m`, `8km` or `8k`.
struct LengthArgument: ExpressibleByArgument, Equatable {
  let meters: Double

  init?(argument: String) {
    var rest = Substring(argument.lowercased())
    if rest.hasSuffix("m") { rest = rest.dropLast() }
    let isKilometers = rest.hasSuffix("k")
    if isKilometers { rest = rest.dropLast() }
    let scale = isKilometers ? 1000.0 : 1
    guard rest.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let value = Double(rest), value * scale > 0, value * scale < 1e9
    else { return nil }
    meters = value * scale
  }
}
