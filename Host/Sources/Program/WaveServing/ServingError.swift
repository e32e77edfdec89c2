public import WaveKit
public import WaveServer

/// The reason why sensors cannot be served.
public enum ServingError: Error, Equatable, Sendable {
  /// The sensor's description is invalid, or a filter is not valid at the sensor's sample rates.
  case sensor(SensorError)
  /// No sensor was added.
  case noSensors
  /// The number is not a valid port number.
  case port(Int)
  /// The web client's files were not found.
  case noWebFiles
  /// The server cannot run.
  case server(ServerError)
}

extension ServingError: CustomStringConvertible {
  /// A one-line description of the problem and how to fix it.
  public var description: String {
    switch self {
    case .sensor(let error): error.description
    case .noSensors: "there is no sensor to serve. Add one first"
    case .port(let port): "\(port) is not a port. Choose one from 0 (any free port) to 65535"
    case .noWebFiles:
      """
      the web client's files were not found. Run make wasm in the folder of Waveglass, or set their folder \
      with webDirectory
      """
    case .server(.portInUse(let port)): "port \(port) is in use by another program. Choose another"
    case .server(.portNotAllowed(let port)): "this user may not use port \(port). Choose one above 1023"
    case .server(.fileMissing(let name, let directory)):
      "\(directory) has no \(name). Set the folder of the web client's files with webDirectory"
    case .server(.noSuchAddress(let host)): "\(host) is not an address of this machine. Choose another"
    case .server(.authorityPortNotAvailable(let port)): "port \(port) is not free. Choose another"
    case .server(.failed(let reason)): "the server failed: \(reason). Try again"
    }
  }
}
