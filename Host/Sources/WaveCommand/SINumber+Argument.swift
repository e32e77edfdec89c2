public import ArgumentParser
public import WaveDevices

extension SINumber: ExpressibleByArgument {
  /// Reads a number on the command line.
  public init?(argument: String) { self.init(text: argument) }
}
