public import ArgumentParser
public import WaveSystem

extension SINumber: ExpressibleByArgument {
  /// Creates a number from a command-line argument, or returns nil if it is invalid.
  public init?(argument: String) { self.init(text: argument) }

  /// The value as a user would type it, for `--help`.
  public var defaultValueDescription: String { description }
}
