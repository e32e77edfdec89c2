import WaveDisplay
import WaveInteraction
import WaveUnits

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

/// The one root object: the page calls from one thread.
nonisolated(unsafe) private var app = App()

/// Room for `count` bytes from the page; valid until the next call.
@_expose(wasm, "input") @c(web_input)
public func input(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
  let missing = Int(count) - app.input.count
  if missing > 0 { app.input.append(contentsOf: repeatElement(0, count: missing)) }
  return app.input.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Room for `count` 16-bit values to be coloured; valid until the next call.
@_expose(wasm, "values") @c(web_values)
public func values(_ count: Int32) -> UnsafeMutablePointer<Int16>? {
  let missing = Int(count) - app.values.count
  if missing > 0 { app.values.append(contentsOf: repeatElement(0, count: missing)) }
  return app.values.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// The screen's size in device pixels, and in points what covers its edges and where the chip ends; the user's size of text.
@_expose(wasm, "resize") @c(web_resize)
public func resize(
  _ width: Float, _ height: Float, _ scale: Float, _ top: Float, _ right: Float, _ bottom: Float,
  _ left: Float,
  _ textScale: Float, _ head: Float, _ now: Double
) {
  let insets = Insets(top: top, right: right, bottom: bottom, left: left)
  app.handle(
    .resize(
      width: width, height: height, scale: scale, insets: insets, textScale: textScale, headPoints: head),
    at: now)
}

/// The system's settings.
@_expose(wasm, "appearance") @c(web_appearance)
public func appearance(
  _ isDark: Int32, _ reducesMotion: Int32, _ zoneSeconds: Int32, _ now: Double, _ wallMicroseconds: Double
) {
  app.handle(.appearance(isDark: isDark != 0, reducesMotion: reducesMotion != 0), at: now)
  app.handle(.zone(offsetSeconds: Int64(zoneSeconds)), at: now)
  // A page that does not tell gives NaN.
  guard wallMicroseconds.magnitude < 1e16 else { return }
  app.handle(.wallClock(microseconds: Int64(saturating: wallMicroseconds)), at: now)
}

/// Widths in ems of the characters of `TextAdvances`, regular then semibold, as 32-bit floats in the input.
@_expose(wasm, "advances") @c(web_advances)
public func advances() {
  let count = TextAdvances.characterCount
  guard app.input.count >= count * 8 else { return }
  let values = (0..<count * 2).map { index -> Float in
    var bits: UInt32 = 0
    for lane in 0..<4 { bits |= UInt32(app.input[index * 4 + lane]) << UInt32(8 * lane) }
    return Float(bitPattern: bits)
  }
  app.model.advances = TextAdvances(regular: Array(values[..<count]), bold: Array(values[count...]))
}

/// The characters of `TextAdvances`, UTF-8, into the input; answers how many bytes.
@_expose(wasm, "characters") @c(web_characters)
public func characters() -> Int32 {
  TextAdvances.characters.withUTF8Buffer { bytes in
    for (index, byte) in bytes.enumerated() where index < app.input.count { app.input[index] = byte }
    return Int32(bytes.count)
  }
}

/// A finger on the plot; `made` is when it did that.
@_expose(wasm, "touch") @c(web_touch)
public func touch(_ id: Int32, _ phase: Int32, _ x: Float, _ y: Float, _ made: Double, _ now: Double) {
  guard let phase = Touch.Phase(rawValue: UInt8(truncatingIfNeeded: phase)) else { return }
  let microseconds = Touch.microseconds(made: made, now: now)
  app.handle(.touch(Touch(id: id, phase: phase, x: x, y: y, microseconds: microseconds)), at: now)
}

/// A wheel or trackpad over the plot.
@_expose(wasm, "wheel") @c(web_wheel)
public func wheel(_ x: Float, _ y: Float, _ dx: Float, _ dy: Float, _ zoom: Int32, _ now: Double) {
  let zoom = WheelZoom(rawValue: UInt8(truncatingIfNeeded: zoom)) ?? .none
  app.handle(.wheel(x: x, y: y, dx: dx, dy: dy, zoom: zoom), at: now)
}

/// A key with a meaning.
@_expose(wasm, "key") @c(web_key)
public func key(_ key: Int32, _ isShifted: Int32, _ now: Double) {
  guard let key = Key(rawValue: UInt8(truncatingIfNeeded: key)) else { return }
  app.handle(.key(key, isShifted: isShifted != 0), at: now)
}

/// A control was set.
@_expose(wasm, "control") @c(web_control)
public func control(_ id: Int32, _ value: Int32, _ now: Double) {
  app.handle(.control(id: UInt8(truncatingIfNeeded: id), value: Int(value)), at: now)
}

/// A finger on a control's track.
@_expose(wasm, "controlTouch") @c(web_control_touch)
public func controlTouch(_ id: Int32, _ phase: Int32, _ fraction: Float, _ distance: Float, _ now: Double) {
  guard let phase = Touch.Phase(rawValue: UInt8(truncatingIfNeeded: phase)) else { return }
  app.handle(
    .controlTouch(id: UInt8(truncatingIfNeeded: id), phase: phase, fraction: fraction, distance: distance),
    at: now)
}

/// A key on a control's thumb.
@_expose(wasm, "controlStep") @c(web_control_step)
public func controlStep(_ id: Int32, _ thumb: Int32, _ steps: Int32, _ now: Double) {
  app.handle(.controlStep(id: UInt8(truncatingIfNeeded: id), thumb: Int(thumb), steps: Int(steps)), at: now)
}

/// A text typed into a field: the first `count` bytes of the input.
@_expose(wasm, "controlText") @c(web_control_text)
public func controlText(_ id: Int32, _ count: Int32, _ now: Double) {
  let text = Array(app.input[..<Swift.max(0, Swift.min(Int(count), app.input.count))])
  app.handle(.controlText(id: UInt8(truncatingIfNeeded: id), text: text), at: now)
}

/// The connection to the server is there, or gone.
@_expose(wasm, "connection") @c(web_connection)
public func connection(_ isOpen: Int32, _ now: Double) {
  app.handle(.connection(isOpen: isOpen != 0), at: now)
}

/// Messages of the server: the first `count` bytes of the input.
///
/// Answers 0 where they are not well formed.
@_expose(wasm, "receive") @c(web_receive)
public func receive(_ count: Int32, _ now: Double) -> Int32 {
  app.receive(count: Int(count), at: now) ? 1 : 0
}

/// The page can be seen, or not.
@_expose(wasm, "visibility") @c(web_visibility)
public func visibility(_ isVisible: Int32, _ now: Double) {
  app.handle(.visibility(isVisible != 0), at: now)
}

/// A number that was kept on this device.
@_expose(wasm, "kept") @c(web_kept)
public func kept(_ key: Int32, _ value: Double, _ now: Double) {
  app.handle(.kept(key: UInt8(truncatingIfNeeded: key), value: value), at: now)
}

/// Time has passed, as asked for.
@_expose(wasm, "tick") @c(web_tick)
public func tick(_ now: Double) {
  app.handle(.tick, at: now)
}

/// Draws a frame; answers how many words `frame` points at, 0 where nothing changed.
@_expose(wasm, "draw") @c(web_draw)
public func draw(_ now: Double) -> Int32 {
  app.draw(at: now)
  return app.list.hasContent ? Int32(app.list.words.count) : 0
}

/// The words of the newest frame; valid until the next call.
@_expose(wasm, "frame") @c(web_frame)
public func frame() -> UnsafePointer<UInt32>? {
  app.list.words.withUnsafeBufferPointer { $0.baseAddress }
}

#if SENSORS
  /// The page has drawn the newest frame.
  @_expose(wasm, "drawn") @c(web_drawn)
  public func drawn(_ now: Double) {
    app.model.drawn(at: Int64(saturating: now))
  }
#endif

#if COVERAGE
  /// What the worker for maps tells: the first `count` bytes of the input; 0 where it is there, below 0 where it is gone.
  @_expose(wasm, "computed") @c(web_computed)
  public func computed(_ count: Int32, _ now: Double) {
    app.computed(count: Int(count), at: now)
  }

  /// A picture that was to be loaded is there, or cannot be had.
  @_expose(wasm, "pictured") @c(web_pictured)
  public func pictured(_ slot: Int32, _ isThere: Int32, _ now: Double) {
    app.pictured(UInt32(bitPattern: slot), isThere: isThere != 0, at: now)
  }

  /// A file that the user has picked: the first `count` bytes of the input.
  @_expose(wasm, "file") @c(web_file)
  public func file(_ count: Int32, _ now: Double) {
    app.take(fileOf: Int(count), at: now)
  }

  /// The device tells where it is: degrees, and how far off that may be in metres.
  @_expose(wasm, "located") @c(web_located)
  public func located(_ latitude: Double, _ longitude: Double, _ accuracy: Double, _ now: Double) {
    app.perform(
      app.model.located(
        Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude), accuracyMeters: accuracy,
        at: Int64(saturating: now)))
  }

  /// The device does not tell where it is, for one of the reasons of `PositionFault`.
  @_expose(wasm, "notLocated") @c(web_not_located)
  public func notLocated(_ fault: Int32, _ now: Double) {
    let fault = PositionFault(rawValue: UInt8(truncatingIfNeeded: fault)) ?? .unavailable
    app.perform(app.model.notLocated(fault, at: Int64(saturating: now)))
  }

  /// What is kept under the name of a question: the first `count` bytes of the input; nothing where it is below 0.
  @_expose(wasm, "recalled") @c(web_recalled)
  public func recalled(_ number: Int32, _ count: Int32, _ now: Double) {
    let bytes = count < 0 ? nil : Array(app.input[..<Swift.min(Int(count), app.input.count)])
    app.perform(app.model.recalled(UInt32(bitPattern: number), bytes, at: Int64(saturating: now)))
  }

  /// What was to be copied was, or could not be.
  @_expose(wasm, "copied") @c(web_copied)
  public func copied(_ isDone: Int32, _ now: Double) {
    app.perform(app.model.copied(isDone != 0, at: Int64(saturating: now)))
  }

  /// What the page's address tells: the first `count` bytes of the input.
  @_expose(wasm, "reopen") @c(web_reopen)
  public func reopen(_ count: Int32, _ now: Double) {
    let text = Array(app.input[..<Swift.max(0, Swift.min(Int(count), app.input.count))])
    app.perform(app.model.reopen(text, at: Int64(saturating: now)))
  }
#endif

/// Microseconds from the newest sample to its being drawn, where the last `draw` had a new row; else NaN.
@_expose(wasm, "latency") @c(web_latency)
public func latency() -> Double {
  app.model.drawnLatencyMicroseconds.map { Double($0) } ?? .nan
}

/// Colours the first `count` of the values; answers where the pixels are, valid until the next call.
@_expose(wasm, "paint") @c(web_paint)
public func paint(_ count: Int32, _ map: Int32, _ low: Int32, _ high: Int32) -> UnsafePointer<UInt32>? {
  #if COVERAGE
    if let entries = CoveragePalette.entries(UInt8(truncatingIfNeeded: map)) {
      app.paint(count: Int(count), entries: entries)
      return app.pixels.withUnsafeBufferPointer { $0.baseAddress }
    }
  #endif
  app.paint(
    count: Int(count), map: ColorMap(rawValue: UInt8(truncatingIfNeeded: map)) ?? .waterfall,
    low: Int16(truncatingIfNeeded: low), high: Int16(truncatingIfNeeded: high))
  return app.pixels.withUnsafeBufferPointer { $0.baseAddress }
}
