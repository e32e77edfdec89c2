public import WaveInteraction
import WaveUnits

extension App where Model: NumberKeeping {
  /// Passes the instrument a number that was stored on this device.
  public func restore(key: Int32, value: Double, at microseconds: Double) {
    perform(
      model.restore(key: UInt8(truncatingIfNeeded: key), value: value, at: Int64(saturating: microseconds)))
  }
}

extension App where Model: ByteKeeping {
  /// Passes stored bytes to the instrument: the first `count` bytes of the input, or none if `count` is
  /// negative.
  public func recalled(_ number: Int32, count: Int32, at microseconds: Double) {
    let bytes = count < 0 ? nil : bytes(Int(count))
    perform(model.recalled(UInt32(bitPattern: number), bytes, at: Int64(saturating: microseconds)))
  }
}

extension App where Model: FrameTiming {
  /// Reports that the page has drawn the latest frame.
  public func drawn(at microseconds: Double) { model.drawn(at: Int64(saturating: microseconds)) }
}

extension App where Model: FileReading {
  /// Passes the instrument a file that the user has chosen: the first `count` bytes of the input.
  public func receive(fileOf count: Int32, at microseconds: Double) {
    perform(model.receive(file: longBytes(Int(count)), at: Int64(saturating: microseconds)))
  }
}

extension App where Model: FileWriting {
  /// Writes all remaining chunks of a file.
  public func saveMore() {
    while model.hasMoreToSave { perform(model.saveMore()) }
  }
}

extension App where Model: PictureLoading {
  /// Reports whether an image has been loaded.
  public func pictureLoaded(_ slot: Int32, isLoaded: Int32, at microseconds: Double) {
    perform(
      model.pictureLoaded(
        UInt32(bitPattern: slot), isLoaded: isLoaded != 0, at: Int64(saturating: microseconds)))
  }
}

extension App where Model: Computing {
  /// Runs the instrument's computation for part of a frame, and sends the worker its next job if there is
  /// one.
  public func work() {
    if model.hasWork { compute() }
    guard let job = model.nextJob() else { return }
    job.withUnsafeBufferPointer { pageCompute($0.baseAddress, Int32($0.count)) }
  }

  private func compute() {
    // The computation may take half a frame at 60 Hz; the other half is for drawing.
    let end = pageClock() + 8_000
    // A coarse map that follows a finger is drawn before a finer one is computed.
    repeat {
      let started = pageClock()
      model.performWork()
      model.worked(microseconds: Int64(saturating: pageClock() - started))
    } while model.hasWork && !model.hasNewMap && pageClock() < end
  }

  /// Passes a result from the worker to the instrument: the first `count` bytes of the input.
  ///
  /// A `count` of 0 reports that the worker has started, and a negative one that it has stopped.
  public func computed(count: Int32, at microseconds: Double) {
    let now = Int64(saturating: microseconds)
    guard count > 0 else { return perform(model.workerChanged(isRunning: count == 0, at: now)) }
    perform(model.computed(longBytes(Int(count)), at: now))
  }
}
