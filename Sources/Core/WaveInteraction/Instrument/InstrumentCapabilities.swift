// What only some instruments do; a program that shows one of these passes on what the page has for it.

/// An instrument that keeps numbers on this device.
public protocol NumberKeeping: Instrument {
  /// Restores a number that was kept on this device.
  ///
  /// - Parameters:
  ///   - key: Which number.
  ///   - value: As it was.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  mutating func restore(key: UInt8, value: Double, at now: Int64) -> [Effect]
}

/// An instrument that keeps bytes on this device.
public protocol ByteKeeping: Instrument {
  /// Receives what is kept on this device.
  ///
  /// - Parameters:
  ///   - number: Of the question.
  ///   - bytes: What was kept; nil where nothing was.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  mutating func recalled(_ number: UInt32, _ bytes: [UInt8]?, at now: Int64) -> [Effect]
}

/// An instrument that measures how soon its frames are drawn.
public protocol FrameTiming: Instrument {
  /// The player has drawn the frame that the last `draw` gave.
  ///
  /// - Parameter now: The client's monotonic time in microseconds.
  mutating func drawn(at now: Int64)
}

/// An instrument that reads files which the user picks.
public protocol FileReading: Instrument {
  /// Receives a file that the user has picked.
  ///
  /// - Parameters:
  ///   - bytes: All of it.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  mutating func receive(file bytes: [UInt8], at now: Int64) -> [Effect]
}

/// An instrument that writes files part by part.
public protocol FileWriting: Instrument {
  /// Whether a file goes on.
  var hasMoreToKeep: Bool { get }

  /// Goes on with a file.
  ///
  /// - Returns: Its next part.
  mutating func keepMore() -> [Effect]
}

/// An instrument that shows pictures from addresses.
public protocol PictureLoading: Instrument {
  /// A picture that was to be loaded is there, or cannot be had.
  ///
  /// - Parameters:
  ///   - slot: The slot of the player that it was for.
  ///   - isThere: Whether the player holds it.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  mutating func pictured(_ slot: UInt32, isThere: Bool, at now: Int64) -> [Effect]
}

/// An instrument that computes between frames, or has a worker of the page do it.
public protocol Computing: Instrument {
  /// Whether there is something to compute.
  var hasWork: Bool { get }
  /// Whether there is a new map that has not been drawn.
  var hasNewMap: Bool { get }

  /// Computes a little.
  mutating func performWork()

  /// The last piece of work has taken so long.
  mutating func worked(microseconds: Int64)

  /// What the worker is to compute next, or nothing in place of what it computes; nil where it goes on.
  mutating func takeJob() -> [UInt8]?

  /// A worker is there, or gone.
  ///
  /// - Parameters:
  ///   - isThere: Whether it is.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  mutating func workerChanged(isThere: Bool, at now: Int64) -> [Effect]

  /// Receives what the worker has computed.
  ///
  /// - Parameters:
  ///   - bytes: The worker's result.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  mutating func computed(_ bytes: [UInt8], at now: Int64) -> [Effect]
}
