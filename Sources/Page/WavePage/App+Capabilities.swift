public import WaveInteraction
import WaveUnits

extension App where Model: NumberKeeping {
  /// A number that was kept on this device.
  public func restore(key: Int32, value: Double, at microseconds: Double) {
    perform(
      model.restore(key: UInt8(truncatingIfNeeded: key), value: value, at: Int64(saturating: microseconds)))
  }
}

extension App where Model: ByteKeeping {
  /// What is kept under the name of a question: the first `count` bytes of the input; nothing where it is
  /// below 0.
  public func recalled(_ number: Int32, count: Int32, at microseconds: Double) {
    let bytes = count < 0 ? nil : bytes(Int(count))
    perform(model.recalled(UInt32(bitPattern: number), bytes, at: Int64(saturating: microseconds)))
  }
}

extension App where Model: FrameTiming {
  /// The page has drawn the newest frame.
  public func drawn(at microseconds: Double) { model.drawn(at: Int64(saturating: microseconds)) }
}

extension App where Model: FileReading {
  /// A file that the user has picked: the first `count` bytes of the input.
  public func receive(fileOf count: Int32, at microseconds: Double) {
    perform(model.receive(file: longBytes(Int(count)), at: Int64(saturating: microseconds)))
  }
}

extension App where Model: FileWriting {
  /// Goes on with a file that is written part by part.
  public func keepMore() {
    while model.hasMoreToKeep { perform(model.keepMore()) }
  }
}

extension App where Model: PictureLoading {
  /// A picture that was to be loaded is there, or cannot be had.
  public func pictured(_ slot: Int32, isThere: Int32, at microseconds: Double) {
    perform(
      model.pictured(
        UInt32(bitPattern: slot), isThere: isThere != 0, at: Int64(saturating: microseconds)))
  }
}

extension App where Model: Computing {
  /// Computes what there is to compute, for a part of a frame, and gives the worker what is for it.
  public func work() {
    if model.hasWork { compute() }
    guard let job = model.takeJob() else { return }
    job.withUnsafeBufferPointer { pageCompute($0.baseAddress, Int32($0.count)) }
  }

  private func compute() {
    // How long is computed here for one frame.
    let end = pageClock() + 8_000
    // A map that follows a finger is drawn before a better one is begun.
    repeat {
      let started = pageClock()
      model.performWork()
      model.worked(microseconds: Int64(saturating: pageClock() - started))
    } while model.hasWork && !model.hasNewMap && pageClock() < end
  }

  /// What the worker has computed: the first `count` bytes of the input, or, below 1, whether it is there.
  public func computed(count: Int32, at microseconds: Double) {
    let now = Int64(saturating: microseconds)
    guard count > 0 else { return perform(model.workerChanged(isThere: count == 0, at: now)) }
    perform(model.computed(longBytes(Int(count)), at: now))
  }
}
