public import ArgumentParser
public import WaveSystem

extension SINumber: ExpressibleByArgument {
  /// Creates a number from a command-line argument, or returns nil if the argument is invalid.
  public init?(argument: String) { self.init(text: argument) }

  /// The number as a user would type it, for the default value in `--help`.
  public var defaultValueDescription: String { description }
}
