public import ArgumentParser
public import WaveSystem

extension SINumber: ExpressibleByArgument {
  /// Parses a number on the command line.
  public init?(argument: String) { self.init(text: argument) }

  /// The default value as it is typed, for `--help`.
  public var defaultValueDescription: String { description }
}
