public import WaveSensorsWire
import WaveSystem
import WaveUnits
public import WaveWire

/// A source that offers the recordings in a folder: a client selects one, which is then played.
///
/// The selection is an index into the published list, never a path, so nothing outside the folder can be
/// requested.
public actor RecordingFolderSource: SensorSource {
  /// The number of the control that selects a recording; its first choice is “none”.
  public static let pickControl: UInt8 = 199
  /// The interval between scans of the folder.
  static let lookMicroseconds: Int64 = 2_000_000

  /// Whether the source supplies the times of its samples.
  ///
  /// It does, because samples are due at their recorded times.
  public nonisolated let isTimed = true
  private let name: [UInt8]
  private let speed: Double
  private var listing: FolderListing
  private var listed: [FolderListing.Entry] = []
  private var picked: String?
  private var player: SignalPlayer?
  private var playing: Task<Void, Never>?
  private var reader: AsyncStream<SensorEvent>.Continuation?
  private let executor = QueueExecutor(label: "waveglass.shelf")

  /// The executor of a separate queue, so that reading files does not block other tasks.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens a folder of recordings.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - speed: The initial speed, in recorded seconds per second.
  /// - Throws: `SensorSourceError` if the folder does not exist.
  public init(path: String, speed: Double = 1) throws(SensorSourceError) {
    guard FolderFiles.isFolder(path) else { throw .noFolder(path: path) }
    var plain = Substring(path)
    while plain.count > 1, plain.hasSuffix("/") { plain.removeLast() }
    name = Array((plain.split(separator: "/").last.map(String.init) ?? path).utf8)
    self.speed = speed
    listing = FolderListing(path: String(plain))
  }

  /// Returns whether a folder contains sensor recordings.
  public static func hasRecordings(path: String) -> Bool {
    FolderFiles.list(path: path).contains { FolderListing.isRecording($0.name, in: path) }
  }

  /// The description of the recording being played, or of the folder if nothing is being played.
  public var info: StreamSource {
    guard let player, let picked else { return empty }
    var info = player.info
    info.name = picked.utf8(limit: WireLimits.text)
    return info
  }

  private var empty: StreamSource {
    StreamSource(
      source: 0, flags: .recording, name: name, detail: Array("a folder of recordings".utf8), groups: [])
  }

  /// Starts watching the folder and returns the events.
  public nonisolated func events() -> AsyncStream<SensorEvent> {
    AsyncStream(keepingNewest: SensorBuffer.events) { await self.run($0) }
  }

  /// Selects a recording, sets the speed or moves to a position.
  public func perform(_ command: Command) async {
    guard case .adjust(_, Self.pickControl, let value) = command else {
      await player?.perform(command)
      return
    }
    let place = Int(saturating: max(0, min(Double(listed.count), value.isFinite ? value : 0))) - 1
    await pick(listed.indices.contains(place) ? listed[place].name : nil)
  }

  private func run(_ continuation: AsyncStream<SensorEvent>.Continuation) async {
    reader = continuation
    defer {
      playing?.cancel()
      continuation.finish()
    }
    hold()
    while !Task.isCancelled {
      listing.refresh()
      if listed != listing.entries || picked == nil && listed.isEmpty { publish() }
      try? await Task.sleep(for: .microseconds(Self.lookMicroseconds), tolerance: .milliseconds(500))
    }
  }

  /// Sends a time map with speed 0 to indicate that nothing is being played.
  private func hold() {
    reader?.yield(
      .timeMap(
        TimeMap(
          source: 0, serverMicroseconds: MonotonicClock.microseconds, recordedMicroseconds: 0, speed: 0)))
  }

  /// Converts an error in one recording to a warning, because the folder remains usable.
  ///
  /// The folder's path, which must not be shown, is removed from the text.
  private func ofOneRecording(_ event: SensorEvent) -> SensorEvent {
    guard case .notice(var notice) = event, notice.severity == .failure else { return event }
    notice.severity = .warning
    let folder = (listing.path + "/").utf8
    if notice.text.starts(with: folder) { notice.text.removeFirst(folder.count) }
    return .notice(notice)
  }

  private func publish() {
    listed = listing.entries
    let names = ["None"] + listed.map(\.text)
    let selected = listed.firstIndex { $0.name == picked }.map { $0 + 1 } ?? 0
    reader?.yield(
      .controls(
        SourceControls(
          source: 0,
          controls: [
            .choice(
              id: Self.pickControl, name: Array("Recording".utf8),
              names: names.map { $0.utf8(limit: 200) }, selected: selected)
          ])))
    if listing.leftOutCount > 0 {
      say("\(listing.leftOutCount) older recordings are not listed. Move them to separate folders.")
    }
  }

  private func say(_ text: String, _ severity: Notice.Severity = .information) {
    reader?.yield(.notice(severity, text))
  }

  private func pick(_ name: String?) async {
    playing?.cancel()
    await playing?.value
    playing = nil
    player = nil
    picked = nil
    // Every selection restarts playback, even of the same recording.
    reader?.yield(.changed(empty))
    guard let name else {
      hold()
      return publish()
    }
    let path = listing.path + "/" + name
    do throws(SensorSourceError) {
      let player = try SignalPlayer(try SignalFile(path: path), speed: speed)
      self.player = player
      picked = name
      reader?.yield(.changed(info))
      let reader = reader
      playing = Task {
        for await event in player.events() { reader?.yield(ofOneRecording(event)) }
        // The recording cannot be read any further: stop playing, so that another one can be selected.
        if !Task.isCancelled { hold() }
      }
    } catch {
      hold()
      // The path of the folder must not be shown.
      let explanation = error.explanation
      say("\(name): \(explanation.what(of: path)). \(explanation.advice)", .warning)
    }
    publish()
  }
}
