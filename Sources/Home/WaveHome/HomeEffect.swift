public import WaveHomeWire

/// A request that only Home makes to its host program.
public enum HomeEffect: Equatable, Sendable {
  /// Show a source of the server with its instrument.
  case open(ListedSource.Instrument, source: UInt16)
  /// Show a source of this device.
  case openHere(DeviceSource)
}

/// A source that the page itself provides.
public enum DeviceSource: UInt8, CaseIterable, Sendable {
  /// A simulated band of broadcast stations.
  case simulatedBand = 0
  /// A simulated electrocardiogram.
  case simulatedECG = 1
  /// Simulated hills, to see what a transmitter reaches.
  case simulatedHills = 2
  /// The spectrum of the microphone.
  case microphone = 3
  /// The motion sensors of a phone or tablet.
  case motion = 4
  /// The test of how many streams this device draws.
  case testbed = 5
}
