import Foundation
import TestSupport

/// Answers of SciPy, made by Tests/Fixtures/signal/make_signal_vectors.py.
struct Fixture<Case: Decodable>: Decodable {
  let madeBy: String
  let cases: [Case]

  /// Reads one file; `#filePath` finds it whatever the working directory.
  static func load(_ name: String) throws -> [Case] {
    let url = Repository.fixture("signal/\(name).json")
    return try JSONDecoder().decode(Fixture<Case>.self, from: Data(contentsOf: url)).cases
  }
}
