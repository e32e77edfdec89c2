import WaveDisplay
import WaveInteraction
import WaveUnits

/// The client that the exported functions call; unsynchronised because the page has a single thread.
nonisolated(unsafe) private var root: PageClient?

private var client: PageClient {
  guard let root else { preconditionFailure("The page calls `start` before anything else.") }
  return root
}

extension PageClient {
  /// Makes this the client that the page calls from now on.
  public final func start() { root = self }
}

/// Returns a buffer for `count` bytes from the page, valid until the next call.
@_expose(wasm, "input") @c(web_input)
public func input(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
  client.input.buffer(for: count)
}

/// Returns a buffer for `count` 16-bit values to be coloured, valid until the next call.
@_expose(wasm, "values") @c(web_values)
public func values(_ count: Int32) -> UnsafeMutablePointer<Int16>? {
  client.values.buffer(for: count)
}

extension Array where Element: FixedWidthInteger {
  /// Returns a buffer for `count` elements, valid until the next change of the array, which never shrinks.
  fileprivate mutating func buffer(for count: Int32) -> UnsafeMutablePointer<Element>? {
    let missing = Int(count) - self.count
    if missing > 0 { append(contentsOf: repeatElement(0, count: missing)) }
    return withUnsafeMutableBufferPointer { $0.baseAddress }
  }
}

/// Sets the screen's size in device pixels, its insets and the status chip's bottom edge in points, and the
/// user's text scale.
@_expose(wasm, "resize") @c(web_resize)
public func resize(
  _ width: Float, _ height: Float, _ scale: Float, _ top: Float, _ right: Float, _ bottom: Float,
  _ left: Float,
  _ textScale: Float, _ head: Float, _ now: Double
) {
  let insets = Insets(top: top, right: right, bottom: bottom, left: left)
  client.handle(
    .resize(
      width: width, height: height, scale: scale, insets: insets, textScale: textScale, headPoints: head),
    at: now)
}

/// Sets the system's display settings, time zone and wall-clock time.
@_expose(wasm, "appearance") @c(web_appearance)
public func appearance(
  _ isDark: Int32, _ reducesMotion: Int32, _ zoneSeconds: Int32, _ now: Double, _ wallMicroseconds: Double
) {
  client.handle(.appearance(isDark: isDark != 0, reducesMotion: reducesMotion != 0), at: now)
  client.handle(.zone(offsetSeconds: Int64(zoneSeconds)), at: now)
  // A page that does not know the time passes NaN.
  guard wallMicroseconds.magnitude < 1e16 else { return }
  client.handle(.wallClock(microseconds: Int64(saturating: wallMicroseconds)), at: now)
}

/// Reads the character widths for `TextAdvances` from the input: 32-bit floats in ems, first regular, then
/// semibold.
@_expose(wasm, "advances") @c(web_advances)
public func advances() {
  let count = TextAdvances.characterCount
  guard client.input.count >= count * 8 else { return }
  let values = (0..<count * 2).map { index -> Float in
    var bits: UInt32 = 0
    for lane in 0..<4 { bits |= UInt32(client.input[index * 4 + lane]) << UInt32(8 * lane) }
    return Float(bitPattern: bits)
  }
  client.measured(TextAdvances(regular: Array(values[..<count]), bold: Array(values[count...])))
}

/// Writes the characters of `TextAdvances` to the input buffer in UTF-8, and returns the number of bytes.
@_expose(wasm, "characters") @c(web_characters)
public func characters() -> Int32 {
  TextAdvances.characters.withUTF8Buffer { bytes in
    for (index, byte) in bytes.enumerated() where index < client.input.count { client.input[index] = byte }
    return Int32(bytes.count)
  }
}

/// Reports a touch on the plot; `made` is the time at which it occurred.
@_expose(wasm, "touch") @c(web_touch)
public func touch(_ id: Int32, _ phase: Int32, _ x: Float, _ y: Float, _ made: Double, _ now: Double) {
  guard let phase = Touch.Phase(rawValue: UInt8(truncatingIfNeeded: phase)) else { return }
  let microseconds = Touch.microseconds(made: made, now: now)
  client.handle(.touch(Touch(id: id, phase: phase, x: x, y: y, microseconds: microseconds)), at: now)
}

/// Reports a movement of a wheel or trackpad over the plot.
@_expose(wasm, "wheel") @c(web_wheel)
public func wheel(_ x: Float, _ y: Float, _ dx: Float, _ dy: Float, _ zoom: Int32, _ now: Double) {
  let zoom = WheelZoom(rawValue: UInt8(truncatingIfNeeded: zoom)) ?? .none
  client.handle(.wheel(x: x, y: y, dx: dx, dy: dy, zoom: zoom), at: now)
}

/// Reports a press of a key that the instrument responds to.
@_expose(wasm, "key") @c(web_key)
public func key(_ key: Int32, _ isShifted: Int32, _ now: Double) {
  guard let key = Key(rawValue: UInt8(truncatingIfNeeded: key)) else { return }
  client.handle(.key(key, isShifted: isShifted != 0), at: now)
}

/// Reports a press on a fixed control around the plot.
@_expose(wasm, "press") @c(web_press)
public func press(_ control: Int32, _ now: Double) {
  guard let control = ShellControl(rawValue: UInt8(truncatingIfNeeded: control)) else { return }
  client.handle(.press(control), at: now)
}

/// Reports that a control was set to a value.
@_expose(wasm, "control") @c(web_control)
public func control(_ number: Int32, _ value: Int32, _ now: Double) {
  handle(number, .set(Int(value)), at: now)
}

/// Reports a touch event on a control's track.
@_expose(wasm, "controlTouch") @c(web_control_touch)
public func controlTouch(
  _ number: Int32, _ phase: Int32, _ fraction: Float, _ distance: Float, _ now: Double
) {
  guard let phase = Touch.Phase(rawValue: UInt8(truncatingIfNeeded: phase)) else { return }
  handle(number, .drag(phase, fraction: Double(fraction), distance: Double(distance)), at: now)
}

/// Reports that a key moved a control's thumb.
@_expose(wasm, "controlStep") @c(web_control_step)
public func controlStep(_ number: Int32, _ thumb: Int32, _ steps: Int32, _ now: Double) {
  handle(number, .step(thumb: Int(thumb), steps: Int(steps)), at: now)
}

/// Reports that the row of a list was scrolled into view, or out of it.
@_expose(wasm, "controlSeen") @c(web_control_seen)
public func controlSeen(_ number: Int32, _ isSeen: Int32, _ now: Double) {
  handle(number, .seen(isSeen != 0), at: now)
}

/// Reports text that was typed into a field: the first `count` bytes of the input.
@_expose(wasm, "controlText") @c(web_control_text)
public func controlText(_ number: Int32, _ count: Int32, _ now: Double) {
  handle(number, .text(client.bytes(Int(count))), at: now)
}

private func handle(_ number: Int32, _ input: ControlInput, at now: Double) {
  client.handle(.control(number: UInt16(truncatingIfNeeded: number), input), at: now)
}

/// Reports that the connection to the server was opened or closed.
@_expose(wasm, "connection") @c(web_connection)
public func connection(_ isOpen: Int32, _ now: Double) {
  client.handle(.connection(isOpen: isOpen != 0), at: now)
}

/// Shows the source of the server with a number as soon as the server announces it.
@_expose(wasm, "source") @c(web_source)
public func source(_ number: Int32, _ now: Double) {
  client.handle(.source(UInt16(truncatingIfNeeded: number)), at: now)
}

/// Receives messages from the server: the first `count` bytes of the input.
///
/// Returns 1, or 0 if the messages are malformed.
@_expose(wasm, "receive") @c(web_receive)
public func receive(_ count: Int32, _ now: Double) -> Int32 {
  client.receive(count: Int(count), at: now) ? 1 : 0
}

/// Reports that the page was shown or hidden.
@_expose(wasm, "visibility") @c(web_visibility)
public func visibility(_ isVisible: Int32, _ now: Double) {
  client.handle(.visibility(isVisible != 0), at: now)
}

/// Reports that the time requested with `pageWake` has passed.
@_expose(wasm, "tick") @c(web_tick)
public func tick(_ now: Double) {
  client.handle(.tick, at: now)
}

/// Draws a frame, and returns the number of words at `frame`, or 0 if nothing has changed.
@_expose(wasm, "draw") @c(web_draw)
public func draw(_ now: Double) -> Int32 {
  client.draw(at: now)
  return client.list.hasContent ? Int32(client.list.words.count) : 0
}

/// Returns the words of the latest frame, valid until the next call.
@_expose(wasm, "frame") @c(web_frame)
public func frame() -> UnsafePointer<UInt32>? {
  client.list.words.withUnsafeBufferPointer { $0.baseAddress }
}

/// Returns the time in microseconds from taking the newest sample to drawing it, or NaN if the last `draw`
/// drew no new sample.
@_expose(wasm, "latency") @c(web_latency)
public func latency() -> Double {
  client.latencyMicroseconds.map { Double($0) } ?? .nan
}

/// Colours the first `count` values, and returns the pixels, valid until the next call.
@_expose(wasm, "paint") @c(web_paint)
public func paint(_ count: Int32, _ map: Int32, _ low: Int32, _ high: Int32) -> UnsafePointer<UInt32>? {
  client.paint(
    count: Int(count), map: UInt8(truncatingIfNeeded: map), low: Int16(truncatingIfNeeded: low),
    high: Int16(truncatingIfNeeded: high))
  return client.pixels.withUnsafeBufferPointer { $0.baseAddress }
}
