import WaveDisplay
import WaveInteraction
import WaveUnits
import WaveWire

#if SENSORS
  import WaveSensors
  import WaveSensorsWire
#elseif DATA
  import WaveData
  import WaveDataWire
#elseif COVERAGE
  import WaveCoverage
  import WaveCoverageWire
#else
  import WaveSpectrum
  import WaveSpectrumWire
#endif

/// The client: one view model, the list that it draws into, and the buffers that the page reads and writes.
struct App {
  var model = Instrument()
  var list = DrawList()
  /// Bytes from the page: a message or a text.
  var input: [UInt8] = []
  /// Levels from the page, to be coloured.
  var values: [Int16] = []
  /// Colours for the page.
  var pixels: [UInt32] = []
  private var outgoing: [UInt8] = []

  mutating func handle(_ intent: Intent, at microseconds: Double) {
    perform(model.handle(intent, at: Int64(saturating: microseconds)))
    #if COVERAGE
      while model.hasMoreToKeep { perform(model.keepMore()) }
    #endif
  }

  #if COVERAGE
    /// How long is computed here for one frame.
    static let workMicroseconds = 8_000.0

    /// Computes what there is to compute, for a part of a frame.
    mutating func work() {
      if model.hasWork { compute() }
      guard let job = model.takeJob() else { return }
      job.withUnsafeBufferPointer { pageCompute($0.baseAddress, Int32($0.count)) }
    }

    private mutating func compute() {
      let began = pageClock()
      // A map that follows a finger is drawn before a better one is begun.
      repeat {
        let started = pageClock()
        model.performWork()
        model.worked(microseconds: Int64(saturating: pageClock() - started))
      } while model.hasWork && !model.hasNewMap
        && pageClock() - began < Self.workMicroseconds
    }
  #endif

  #if COVERAGE
    /// Takes what the worker tells: the first `count` bytes of the input, or, below 1, whether it is there.
    mutating func computed(count: Int, at microseconds: Double) {
      guard count > 0 else {
        return perform(model.workerChanged(isThere: count == 0, at: Int64(saturating: microseconds)))
      }
      let bytes = Array(input[..<Swift.min(count, input.count)])
      if input.count > 1 << 20 { input = [] }
      perform(model.computed(bytes, at: Int64(saturating: microseconds)))
    }

    mutating func pictured(_ slot: UInt32, isThere: Bool, at microseconds: Double) {
      perform(model.pictured(slot, isThere: isThere, at: Int64(saturating: microseconds)))
    }
  #endif

  mutating func draw(at microseconds: Double) {
    #if COVERAGE
      work()
    #endif
    perform(model.draw(into: &list, at: Int64(saturating: microseconds)))
  }

  /// Takes all messages in the first `count` bytes of the input.
  ///
  /// - Returns: whether they were well formed.
  mutating func receive(count: Int, at microseconds: Double) -> Bool {
    var reader = ServerReader(limit: WireLimits.serverMessageBytes)
    let bytes = Array(input[..<Swift.min(count, input.count)])
    do throws(WireError) {
      while let message = try reader.nextFromServer(in: bytes.span.bytes) {
        handle(.message(message), at: microseconds)
      }
      return true
    } catch {
      return false
    }
  }

  /// Colours the first `count` values.
  mutating func paint(count: Int, map: ColorMap, low: Int16, high: Int16) {
    let count = Swift.max(0, Swift.min(count, values.count))
    if pixels.count != count { pixels = [UInt32](repeating: 0, count: count) }
    let levels = values
    var target = pixels.mutableSpan
    #if COVERAGE
      let colors = map.entries
    #else
      let colors = map.signalEntries
    #endif
    FieldPainter.paint(
      levels.span.extracting(first: count), colors: colors, low: low, high: high, into: &target)
  }

  #if COVERAGE
    /// Takes a file that the user has picked: the first `count` bytes of the input.
    mutating func take(fileOf count: Int, at microseconds: Double) {
      let bytes = Array(input[..<Swift.max(0, Swift.min(count, input.count))])
      // The file is not kept twice.
      if input.count > 1 << 20 { input = [] }
      perform(model.take(file: bytes, at: Int64(saturating: microseconds)))
    }

    /// Colours the first `count` values by entries of their own: a value is its entry's number.
    mutating func paint(count: Int, entries: [UInt32]) {
      let count = Swift.max(0, Swift.min(count, values.count))
      if pixels.count != count { pixels = [UInt32](repeating: 0, count: count) }
      for index in 0..<count {
        let entry = Int(values[index])
        pixels[index] = entry >= 0 && entry < entries.count ? entries[entry] : 0
      }
    }
  #endif

  mutating func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .send(let message):
        outgoing.removeAll(keepingCapacity: true)
        message.encodeFromClient(into: &outgoing)
        outgoing.withUnsafeBufferPointer { bytes in
          if let start = bytes.baseAddress { pageSend(start, Int32(bytes.count)) }
        }
      case .reconnect: pageReconnect()
      case .elsewhere: pageElsewhere()
      #if DATA || COVERAGE
        case .save(let bytes, let isLast):
          bytes.withUnsafeBufferPointer { pageSave($0.baseAddress, Int32($0.count), isLast ? 1 : 0) }
      #endif
      #if DATA
        case .forget: pageSave(nil, 0, 2)
      #endif
      #if COVERAGE
        case .picture(let slot, let address):
          address.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress {
              pagePicture(Int32(bitPattern: slot), start, Int32(bytes.count))
            }
          }
        case .pick: pagePick()
        case .file(let name): name.withUnsafeBufferPointer { pageSave($0.baseAddress, Int32($0.count), 3) }
        case .shelve(let name, let bytes):
          name.withUnsafeBufferPointer { name in
            bytes.withUnsafeBufferPointer { bytes in
              pageShelve(
                name.baseAddress, Int32(name.count), bytes.baseAddress, Int32(bytes.count),
                Double(CoverageModel.shelfBytes))
            }
          }
        case .recall(let number, let name):
          name.withUnsafeBufferPointer {
            pageRecall(Int32(bitPattern: number), $0.baseAddress, Int32($0.count))
          }
        case .stands: pageStands()
        case .locate: pageLocate()
        case .address(let text): text.withUnsafeBufferPointer { pageAddress($0.baseAddress, Int32($0.count)) }
        case .copy(let text): text.withUnsafeBufferPointer { pageCopy($0.baseAddress, Int32($0.count)) }
      #endif
      #if SENSORS
        case .keep(let key, let value): pageKeep(Int32(key), value)
      #endif
      case .redraw: pageRedraw()
      case .wake(let microseconds): pageWake(Double(microseconds))
      case .controls:
        model.controls.bytes.withUnsafeBufferPointer { bytes in
          if let start = bytes.baseAddress { pageControls(start, Int32(bytes.count)) }
        }
      }
    }
  }
}
