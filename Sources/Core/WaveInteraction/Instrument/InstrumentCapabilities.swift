// Capabilities that only some instruments have. The page's program calls them for these instruments.

/// An instrument that stores numbers on this device.
public protocol NumberKeeping: Instrument {
  /// Restores a number that was stored on this device.
  ///
  /// - Parameters:
  ///   - key: The key under which the number was stored.
  ///   - value: The stored value.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  mutating func restore(key: UInt8, value: Double, at now: Int64) -> [Effect]
}

/// An instrument that stores bytes on this device.
public protocol ByteKeeping: Instrument {
  /// Receives bytes that the instrument requested from this device's storage.
  ///
  /// - Parameters:
  ///   - number: The number of the request.
  ///   - bytes: The stored bytes, or nil if there are none.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  mutating func recalled(_ number: UInt32, _ bytes: [UInt8]?, at now: Int64) -> [Effect]
}

/// An instrument that measures the latency of its frames.
public protocol FrameTiming: Instrument {
  /// Reports that the player has drawn the frame produced by the last `draw`.
  ///
  /// - Parameter now: The client's monotonic time in microseconds.
  mutating func drawn(at now: Int64)
}

/// An instrument that reads files chosen by the user.
public protocol FileReading: Instrument {
  /// Receives a file that the user has chosen.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the whole file.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  mutating func receive(file bytes: [UInt8], at now: Int64) -> [Effect]
}

/// An instrument that writes files in chunks.
public protocol FileWriting: Instrument {
  /// Whether the current file has more chunks.
  var hasMoreToSave: Bool { get }

  /// Produces the next chunk of the current file.
  ///
  /// - Returns: The effects that append the chunk.
  mutating func saveMore() -> [Effect]
}

/// An instrument that shows images loaded from URLs.
public protocol PictureLoading: Instrument {
  /// Reports whether an image has been loaded.
  ///
  /// - Parameters:
  ///   - slot: The player's slot for the image.
  ///   - isLoaded: Whether the player has loaded the image.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  mutating func pictureLoaded(_ slot: UInt32, isLoaded: Bool, at now: Int64) -> [Effect]
}

/// An instrument that performs computations between frames or in a worker of the page.
public protocol Computing: Instrument {
  /// Whether the computation has steps left to perform.
  var hasWork: Bool { get }
  /// Whether there is a result that has not been drawn.
  var hasNewMap: Bool { get }

  /// Performs one short step of the computation.
  mutating func performWork()

  /// Reports the duration of the last step, so that the next step can be adapted to the time available in a
  /// frame.
  mutating func worked(microseconds: Int64)

  /// Removes and returns the next job for the worker.
  ///
  /// An empty job cancels the current job, and nil lets it continue.
  mutating func nextJob() -> [UInt8]?

  /// Reports that the worker has started or stopped.
  ///
  /// - Parameters:
  ///   - isRunning: Whether the worker is running.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  mutating func workerChanged(isRunning: Bool, at now: Int64) -> [Effect]

  /// Receives a result from the worker.
  ///
  /// - Parameters:
  ///   - bytes: The result.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  mutating func computed(_ bytes: [UInt8], at now: Int64) -> [Effect]
}
