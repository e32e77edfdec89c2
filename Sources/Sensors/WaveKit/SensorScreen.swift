public import WaveDisplay
public import WaveInteraction
public import WaveSensors
import WaveSensorsFeed
public import WaveSensorsWire
public import WaveStreams
public import WaveWire

/// A sensor shown in your own app: it is read, filtered, stored and drawn in this process, without a server.
///
/// The screen combines the feed and the view model that serve a browser: pass in touches, and play the
/// resulting draw list. It has no clock and no timer. Every call passes the time in microseconds, on one
/// monotonic clock, such as the display's.
///
///     var screen = try SensorScreen(Pulse(), filters: [.notch(hertz: 50)])
///     screen.resize(width: 1366, height: 1024, scale: 2, at: now)
///     if screen.draw(at: now) { player.play(screen.list.words) }
///
/// A player that starts after the first frame begins with ``picture(at:)``. Derived streams and spectra are
/// available only to clients of a server.
public struct SensorScreen<Source: Sensor> {
  /// The view model: the layout of the streams, and the controls around them.
  public private(set) var model: SensorsModel
  /// The draw list of the newest frame.
  public private(set) var list = DrawList()
  /// A notice for users, from the sensor or about its samples; set it to nil after reading it.
  public var notice: Notice?

  private var reader: SensorReader<Source>
  private var store: SensorStore
  private var feed: SensorsFeed
  private var waiting: [SensorsMessage] = []
  private let layout: SensorsModel.Layout?
  private let motion: SensorsModel.Motion?
  private let windowSeconds: Double?
  private var isOpen = false

  /// Opens a sensor.
  ///
  /// - Parameters:
  ///   - sensor: The sensor to draw.
  ///   - filters: The filters applied to the displayed samples; see ``setFilters(_:)``.
  ///   - layout: The initial layout; by default, paper for electrocardiogram leads, and lanes for other
  ///     streams.
  ///   - motion: The initial motion; by default, sweeping on paper, and scrolling otherwise.
  ///   - windowSeconds: The initial duration from the left edge to the right edge in seconds, 1 to 3600; 10
  ///     by default. On paper, the paper speed determines it.
  ///   - historyBytes: The memory for the history in bytes; three times as much is used while filters change.
  /// - Throws: `SensorError` if the sensor's description is invalid, or a filter cannot be realized at a
  ///   group's rate.
  public init(
    _ sensor: Source, filters: [SensorFilter] = [], layout: SensorsModel.Layout? = nil,
    motion: SensorsModel.Motion? = nil, windowSeconds: Double? = nil, historyBytes: Int = 48 << 20
  ) throws(SensorError) {
    reader = try SensorReader(sensor)
    store = try SensorStore(reader.info, filters: filters, historyBytes: historyBytes)
    feed = SensorsFeed(sources: [store.description])
    model = SensorsModel(windowSeconds: 10)
    self.windowSeconds = windowSeconds
    self.layout = layout
    self.motion = motion
  }

  /// The sensor, in its state after the last read.
  public var sensor: Source {
    get { reader.sensor }
    set { reader.sensor = newValue }
  }

  /// The number of received frames, summed over the groups; a frame has one sample of each channel in its
  /// group.
  public var receivedCount: UInt64 { store.archive.receivedCount }
  /// The number of missing frames, summed over the groups.
  public var missingCount: UInt64 { store.archive.missingCount }

  /// The readings of the displayed channels, updated four times a second: newest value, extremes and RMS over
  /// the window.
  public var readings: [StreamReadings.Reading] { model.shownReadings }

  /// The character widths of the player's font, used to keep labels from overlapping; until they are set, all
  /// characters are assumed to be equally wide.
  public var advances: TextAdvances {
    get { model.advances }
    set { model.advances = newValue }
  }

  /// The colours of the traces, one per channel; channels beyond the end of the list use the theme's colours.
  public var colors: [Color] {
    get { model.colors }
    set { model.setColors(newValue) }
  }

  /// Sets the size of the screen; nothing is drawn until it is set.
  ///
  /// - Parameters:
  ///   - width: The width in device pixels.
  ///   - height: The height in device pixels.
  ///   - scale: The number of device pixels per point.
  ///   - now: The time in microseconds.
  public mutating func resize(width: Float, height: Float, scale: Float = 1, at now: Int64) {
    // By default, an app has no chip above the plot.
    handle(.resize(width: width, height: height, scale: scale, headPoints: 0), at: now)
  }

  /// Handles an event on the screen: a touch, a key press, or a change to one of the model's controls.
  ///
  /// The width and height are clamped to between 0 and 16,384 pixels, and the scale to between 0.25 and 16.
  /// NaN counts as the lowest value.
  /// - Returns: The effects for the app: values to store on this device, and changes to the controls.
  @discardableResult
  public mutating func handle(_ intent: ViewIntent, at now: Int64) -> [SensorsModel.Effect] {
    let intent = intent.held
    var kept = keep(model.handle(intent, at: now))
    if case .resize = intent { kept += open(at: now) }
    exchange(at: now)
    return kept
  }

  /// Restores a value that was stored on this device, such as the number of points per millimetre.
  ///
  /// - Parameters:
  ///   - key: The key from `SensorsEffect.keep`; an unknown key is ignored.
  ///   - value: The stored value; an invalid value is ignored.
  ///   - now: The time in microseconds.
  /// - Returns: The effects for the app, as for ``handle(_:at:)``.
  @discardableResult
  public mutating func restore(key: UInt8, value: Double, at now: Int64) -> [SensorsModel.Effect] {
    let others = keep(model.restore(key: key, value: value, at: now))
    exchange(at: now)
    return others
  }

  /// Replaces the filters.
  ///
  /// The history is refiltered, a slice in each frame, and the display changes once the entire history has
  /// been refiltered.
  ///
  /// - Throws: `SensorError` if a filter cannot be realized at a group's rate; in that case, nothing is
  ///   changed.
  public mutating func setFilters(_ filters: [SensorFilter]) throws(SensorError) {
    try store.setFilters(filters)
    feed.accept(store.controls)
  }

  /// Reads the sensor and draws the next frame.
  ///
  /// - Parameter now: The time in microseconds.
  /// - Returns: Whether there is anything to play: `list.words`, within `list.damage`.
  /// - Complexity: O(new samples + new columns × streams); O(columns × streams) if everything is redrawn.
  public mutating func draw(at now: Int64) -> Bool {
    read(at: now)
    _ = keep(model.handle(.tick, at: now))
    exchange(at: now)
    _ = keep(model.draw(into: &list, at: now))
    return list.hasContent
  }

  /// Reads the sensor and draws the whole screen, for a still image or a player that has just started.
  ///
  /// The next ``draw(at:)`` continues from this scene.
  /// - Complexity: O(columns × streams), times the number of messages for a whole window.
  public mutating func picture(at now: Int64) -> DrawScene {
    // Each frame grants the feed credit for more of the window.
    for _ in 0..<64 {
      _ = draw(at: now)
      if waiting.isEmpty { break }
    }
    list = DrawList()
    model.redrawEverything()
    _ = draw(at: now)
    var scene = DrawScene()
    // The list was written here, so it is known to be well-formed.
    try? scene.play(list.words)
    return scene
  }

  // MARK: - Feed and model

  /// Connects the feed and the model, once the screen has a size.
  private mutating func open(at now: Int64) -> [SensorsModel.Effect] {
    guard !isOpen, model.hasScreen else { return [] }
    isOpen = true
    var kept = keep(model.handle(.connection(isOpen: true), at: now))
    exchange(at: now)
    kept += keep(model.show(layout: layout, motion: motion, windowSeconds: windowSeconds, at: now))
    return kept
  }

  private mutating func read(at now: Int64) {
    var isNew = false
    for reading in reader.read(at: now) {
      switch reading {
      case .block(let group, let isTimed, let block):
        isNew = store.append(block, group: group, isTimed: isTimed) || isNew
      case .times(let times): store.addTimes(times)
      case .mark(let group, let sequence, let text):
        store.mark(group: group, sequence: sequence, text: text)
        feed.accept(store.marks)
      case .notice(let notice):
        self.notice = notice
        feed.accept(notice)
      }
    }
    if store.filterSlice() || isNew { feed.noteSamples(source: 0) }
  }

  /// Exchanges messages between the feed and the model until no messages are left.
  private mutating func exchange(at now: Int64) {
    while !waiting.isEmpty || feed.isDue(at: now) {
      let messages = waiting
      waiting.removeAll(keepingCapacity: true)
      for message in messages { receive(message, at: now) }
      var inbox = SensorsMessageList()
      feed.collect(at: now, from: store.archive, into: &inbox)
      guard !inbox.messages.isEmpty else { return }
      for message in inbox.messages { _ = keep(model.receive(message, at: now)) }
    }
  }

  /// Passes a message from the model to the feed, which never rejects it.
  ///
  /// The model has the same version as the feed, and always sends Hello first.
  private mutating func receive(_ message: SensorsMessage, at now: Int64) {
    switch try? feed.receive(message, at: now) {
    case .setMark(let mark):
      if store.setMark(mark) { feed.accept(store.marks) }
    case .command(.adjust(_, let control, let value)):
      store.adjust(control, to: value)
      feed.accept(store.controls)
    default: break
    }
  }

  /// Queues the messages contained in the effects, and returns the other effects.
  private mutating func keep(_ effects: [SensorsModel.Effect]) -> [SensorsModel.Effect] {
    var others: [SensorsModel.Effect] = []
    for effect in effects {
      switch effect {
      case .send(let message): waiting.append(message)
      case .own, .controls: others.append(effect)
      default: break
      }
    }
    return others
  }
}

extension ViewIntent {
  /// This event, with the screen's size, scale and margins clamped to their limits.
  fileprivate var held: ViewIntent {
    guard case .resize(let width, let height, let scale, let insets, let textScale, let headPoints) = self
    else { return self }
    func hold(_ value: Float, _ low: Float, _ high: Float) -> Float {
      value.isNaN ? low : Swift.max(low, Swift.min(high, value))
    }
    return .resize(
      width: hold(width, 0, 16_384), height: hold(height, 0, 16_384), scale: hold(scale, 0.25, 16),
      insets: Insets(
        top: hold(insets.top, 0, 1000), right: hold(insets.right, 0, 1000),
        bottom: hold(insets.bottom, 0, 1000), left: hold(insets.left, 0, 1000)),
      textScale: hold(textScale, 0.5, 4),
      headPoints: hold(headPoints, 0, 1000))
  }
}
