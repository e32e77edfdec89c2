public import ArgumentParser
public import WaveSystem

extension SINumber: ExpressibleByArgument {
  /// Reads a number on the command line.
  public init?(argument: String) { self.init(text: argument) }

  /// A default as it is typed, for `--help`.
  public var defaultValueDescription: String { description }
}
