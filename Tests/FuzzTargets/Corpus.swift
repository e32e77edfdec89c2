import Foundation
import TestSupport

/// The inputs kept in Fuzz/Corpus: small ones that between them reach what fuzzing reached.
public enum Corpus {
  private static let folder = Repository.folder.appending(path: "Fuzz/Corpus")

  /// Runs a target over its inputs and over seeded mutations of each.
  ///
  /// - Returns: What was found wrong, and by which bytes; a target without inputs is a finding as well.
  /// - Throws: Where the folder cannot be read.
  public static func findings(of target: FuzzTarget) throws -> [String] {
    let folder = folder.appending(path: target.name)
    let inputs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
    var findings = inputs.isEmpty ? ["\(target.name) has no inputs"] : []
    var random = SeededGenerator(seed: 7)
    for input in inputs {
      var bytes = [UInt8](try Data(contentsOf: input))
      for _ in 0..<12 {
        do throws(Finding) { try target.check(bytes) } catch {
          findings.append("\(input.lastPathComponent): \(error.what), by \(bytes)")
        }
        mutate(&bytes, &random)
      }
    }
    return findings
  }

  /// Changes a byte, or puts one in, or takes one out.
  private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 2: bytes.remove(at: place)
    default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    }
  }
}
