// Part of the module that tests WebAssembly, too, where there are no files.
#if canImport(Foundation)
  import Foundation

  /// Answers of SciPy, made by Tests/Fixtures/signal/make_signal_vectors.py.
  public struct Fixture<Case: Decodable>: Decodable {
    let madeBy: String
    let cases: [Case]

    /// Reads one file of Tests/Fixtures/signal.
    public static func load(_ name: String) throws -> [Case] {
      let url = Repository.fixture("signal/\(name).json")
      return try JSONDecoder().decode(Fixture<Case>.self, from: Data(contentsOf: url)).cases
    }
  }
#endif
