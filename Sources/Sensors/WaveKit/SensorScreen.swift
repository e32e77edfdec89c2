public import WaveDisplay
public import WaveInteraction
public import WaveSensors
import WaveSensorsFeed
public import WaveSensorsWire
public import WaveStreams
public import WaveWire

/// A sensor on a screen of your own: it is read, filtered, kept and drawn in this process, without a server.
///
/// It is the feed and the view model that serve a browser, joined: hand in what fingers do, and play the draw
/// list that comes out. There is no clock and no timer in it; every call brings the time in microseconds, on
/// one monotonic clock, such as the display's.
///
///     var screen = try SensorScreen(Pulse(), filters: [.notch(hertz: 50)])
///     screen.resize(width: 1366, height: 1024, scale: 2, at: now)
///     if screen.draw(at: now) { player.play(screen.list.words) }
///
/// A player that was not there from the first frame on begins with ``picture(at:)``.
/// Streams that are made of others, and spectra, are for servers' clients alone.
public struct SensorScreen<Source: Sensor> {
  /// The view model: how streams are laid out, and the controls around them.
  public private(set) var model: SensorsModel
  /// The newest frame.
  public private(set) var list = DrawList()
  /// What is to be said to people, by the sensor or of what it handed in; set it to nil when it has been
  /// read.
  public var notice: Notice?

  private var reader: SensorReader<Source>
  private var store: SensorStore
  private var feed: StreamFeed
  private var waiting: [StreamMessage] = []
  private let layout: SensorsModel.Layout?
  private let motion: SensorsModel.Motion?
  private let windowSeconds: Double?
  private var isOpen = false

  /// Opens a sensor.
  ///
  /// - Parameters:
  ///   - sensor: What is drawn.
  ///   - filters: What samples go through before they are seen; see ``setFilters(_:)``.
  ///   - layout: How streams are laid out at first; leads of an electrocardiogram on paper, others in lanes
  ///     by default.
  ///   - motion: How time moves at first; sweeping on paper, else scrolling by default.
  ///   - windowSeconds: Seconds from the left edge to the right one at first, 1 to 3600; 10 by default. Paper
  ///     has its own.
  ///   - historyBytes: Memory of the past; three times as much while filters are changed.
  /// - Throws: What the sensor says of itself that cannot be, and filters that its rates cannot have.
  public init(
    _ sensor: Source, filters: [SensorFilter] = [], layout: SensorsModel.Layout? = nil,
    motion: SensorsModel.Motion? = nil, windowSeconds: Double? = nil, historyBytes: Int = 48 << 20
  ) throws(SensorError) {
    reader = try SensorReader(sensor)
    store = try SensorStore(reader.info, filters: filters, historyBytes: historyBytes)
    feed = StreamFeed(sources: [store.description])
    model = SensorsModel(windowSeconds: 10)
    self.windowSeconds = windowSeconds
    self.layout = layout
    self.motion = motion
  }

  /// The sensor, as it is after it was read last.
  public var sensor: Source {
    get { reader.sensor }
    set { reader.sensor = newValue }
  }

  /// Samples of each channel that came, summed over groups.
  public var receivedCount: UInt64 { store.archive.receivedCount }
  /// Samples of each channel that never came, summed over groups.
  public var missingCount: UInt64 { store.archive.missingCount }

  /// The reading of each channel that is shown: newest value, extremes and RMS over the window, four times a
  /// second.
  public var readings: [StreamReadings.Reading] { model.shownReadings }

  /// Widths of characters in the font of the player, so that labels do not overlap; as wide as digits each
  /// until they are set.
  public var advances: TextAdvances {
    get { model.advances }
    set { model.advances = newValue }
  }

  /// Colours of the traces, channel by channel; where there is none, the theme's.
  public var colors: [Color] {
    get { model.colors }
    set { model.colors = newValue }
  }

  /// Says how large the screen is; nothing is drawn before.
  ///
  /// - Parameters:
  ///   - width: In device pixels.
  ///   - height: In device pixels.
  ///   - scale: Device pixels in a point.
  ///   - now: The time in microseconds.
  public mutating func resize(width: Float, height: Float, scale: Float = 1, at now: Int64) {
    // There is no chip over the plot unless one is put there.
    handle(.resize(width: width, height: height, scale: scale, headPoints: 0), at: now)
  }

  /// Takes what happened to the screen: a touch, a key, a control of the model's.
  ///
  /// Sizes are held to what there can be: sides from 0 to 16,384 pixels, NaN as 0, and a scale from 0.25
  /// to 16.
  /// - Returns: What is to be done outside: numbers to be kept on this device, and whether the controls have
  ///   changed.
  @discardableResult
  public mutating func handle(_ intent: ViewIntent, at now: Int64) -> [SensorsModel.Effect] {
    let intent = intent.held
    var kept = keep(model.handle(intent, at: now))
    if case .resize = intent { kept += open(at: now) }
    exchange(at: now)
    return kept
  }

  /// Restores a number that was stored on this device, such as the true size of a millimetre.
  ///
  /// - Parameters:
  ///   - key: The key of `SensorsEffect.keep`; an unknown one changes nothing.
  ///   - value: The stored value; one that cannot be changes nothing.
  ///   - now: The time in microseconds.
  /// - Returns: What is to be done outside, as of ``handle(_:at:)``.
  @discardableResult
  public mutating func restore(key: UInt8, value: Double, at now: Int64) -> [SensorsModel.Effect] {
    let others = keep(model.restore(key: key, value: value, at: now))
    exchange(at: now)
    return others
  }

  /// Chooses other filters; the past is filtered anew, a little in each frame, and changes when all of it is
  /// done.
  ///
  /// - Throws: What a group's rate cannot have; everything stays as it was.
  public mutating func setFilters(_ filters: [SensorFilter]) throws(SensorError) {
    try store.setFilters(filters)
    feed.accept(store.controls)
  }

  /// Reads the sensor and draws the next frame.
  ///
  /// - Parameter now: The time in microseconds.
  /// - Returns: Whether anything is to be played: `list.words`, within `list.damage`.
  /// - Complexity: O(new samples + new columns × streams); O(columns × streams) where all is drawn anew.
  public mutating func draw(at now: Int64) -> Bool {
    read(at: now)
    _ = keep(model.handle(.tick, at: now))
    exchange(at: now)
    _ = keep(model.draw(into: &list, at: now))
    return list.hasContent
  }

  /// Reads the sensor and draws all that is to be seen now, for a still picture or a player that begins anew.
  ///
  /// The next ``draw(at:)`` goes on from this picture.
  /// - Complexity: O(columns × streams), times the messages that a whole window takes.
  public mutating func picture(at now: Int64) -> DrawScene {
    // A frame gives the feed credit for more of the window.
    for _ in 0..<64 {
      _ = draw(at: now)
      if waiting.isEmpty { break }
    }
    list = DrawList()
    model.drawAnew()
    _ = draw(at: now)
    var scene = DrawScene()
    // The list was written here: it is well formed.
    try? scene.play(list.words)
    return scene
  }

  // MARK: - Feed and model

  /// Brings feed and model together, once there is a screen to lay out for.
  private mutating func open(at now: Int64) -> [SensorsModel.Effect] {
    guard !isOpen, model.hasScreen else { return [] }
    isOpen = true
    var kept = keep(model.handle(.connection(isOpen: true), at: now))
    exchange(at: now)
    kept += keep(
      model.show(layout: layout, motion: motion, windowSeconds: windowSeconds, at: now))
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

  /// Lets both talk until neither has anything more to say.
  private mutating func exchange(at now: Int64) {
    while !waiting.isEmpty || feed.isDue(at: now) {
      let messages = waiting
      waiting.removeAll(keepingCapacity: true)
      for message in messages { receive(message, at: now) }
      var inbox = StreamMessageList()
      feed.collect(at: now, from: store.archive, into: &inbox)
      guard !inbox.messages.isEmpty else { return }
      for message in inbox.messages { _ = keep(model.receive(message, at: now)) }
    }
  }

  /// Takes what the model says; it is of one version with the feed and greets it first, so that nothing is
  /// refused.
  private mutating func receive(_ message: StreamMessage, at now: Int64) {
    switch try? feed.receive(message, at: now) {
    case .setMark(let mark):
      if store.setMark(mark) { feed.accept(store.marks) }
    case .command(.adjust(_, let control, let value)):
      store.adjust(control, to: value)
      feed.accept(store.controls)
    default: break
    }
  }

  /// Sends what is to be sent, and leaves what is for others.
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
  /// The same, with a size that a screen can have.
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
