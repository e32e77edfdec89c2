import ArgumentParser
import WaveDevices
import WaveUnits

/// A place on the command line: degrees north and east, such as `51.53,-0.134`.
struct PlaceArgument: ExpressibleByArgument, Equatable {
  let place: Coordinate

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else {
      return nil
    }
    place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
    guard place.isPlace else { return nil }
  }
}

/// A length on the command line: metres, such as `800`, `8km` or `8k`.
struct LengthArgument: ExpressibleByArgument, Equatable {
  let meters: Double

  init?(argument: String) {
    let number = argument.hasSuffix("m") ? String(argument.dropLast()) : argument
    guard let value = SINumber(text: number)?.value, value > 0 else { return nil }
    meters = value
  }
}
