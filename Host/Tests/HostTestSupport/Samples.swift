public import Foundation
public import TestSupport

/// Files for tests: the committed fixtures, and ones made in a folder that is gone with its last user.
public final class Samples {
  /// The folder of committed files.
  public static let fixtures = Repository.fixture("formats")

  /// The path of a committed file.
  public static func fixture(_ name: String) -> String { fixtures.appending(path: name).path }

  /// A committed file of JSON.
  public static func json<T: Decodable>(_ name: String, as type: T.Type) throws -> T {
    try JSONDecoder().decode(type, from: Data(contentsOf: fixtures.appending(path: name)))
  }

  private let url: URL

  /// Makes an empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "waveglass-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file into the folder and gives its path.
  public func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let file = url.appending(path: name)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Writes complex samples as little-endian floats.
  public func writeFloats(count: Int, _ name: String, _ sample: (Int) -> (Double, Double)) throws -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 * count)
    for index in 0..<count {
      let (re, im) = sample(index)
      for part in [re, im] {
        withUnsafeBytes(of: Float(part).bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
      }
    }
    return try write(bytes, name)
  }
}

extension SeededGenerator {
  /// A number of the standard normal distribution.
  public mutating func gauss() -> Double {
    let radius = (-2 * log(Double.random(in: 1e-300...1, using: &self))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }
}
