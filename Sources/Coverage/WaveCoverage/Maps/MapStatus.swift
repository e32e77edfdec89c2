import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

/// The status of the selected transmitter's map: where it is computed, its progress, and its resolution.
struct MapStatus: Sendable {
  let plan: CoveragePlan?
  let shown: ShownMap?
  let served: ServedMap
  /// The number of times that the resolution is halved if this device computes the map.
  let level: UInt8
  /// The number of times that the resolution is halved if the server computes the map.
  let servedLevel: UInt8
  /// Whether the server can compute the next map.
  let canServe: Bool
  /// Whether the server computes the next map.
  let isServed: Bool
  /// Whether there is ground for the next map.
  let hasPosts: Bool
  let times: WorkTimes
  /// The total computation time of the newest map in microseconds; nil until the map is complete.
  let tookMicroseconds: Int64?

  /// Appends the map's computation time or the server's progress to the text of the status chip.
  func append(toChip text: inout TextWriter) {
    if let took = tookMicroseconds { text += " \u{00B7} \(Swift.max(1, (took + 500) / 1000)) ms" }
    if served.asked != nil {
      text += " \u{00B7} on the server"
      if let percent = served.percent { text += ", \(percent) %" }
    } else if tookMicroseconds != nil, let revision = served.revision, shown?.revision == revision {
      text += " on the server"
    }
    if level > 0, !isServed { text += " \u{00B7} \(Self.posts(every: level)) post" }
  }

  /// Appends the map's resolution, its computation time, and the control for choosing where it is computed.
  func append(to list: inout CoverageDrawer.List) {
    appendPosts(to: &list)
    appendTimes(to: &list)
    if canServe {
      list.segments(
        .computeOnServer, label: "Computed", options: ["On this device", "On the server"],
        selected: isServed ? 1 : 0)
    }
    if served.asked != nil {
      let state: TextWriter = served.percent.map { "\($0) %" } ?? "waiting for its turn"
      list.fact(label: "The map is", words: "computed on the server, \(state.bytes)")
    } else if let refusal = served.refusal, refusal.plan == plan {
      list.fact(label: "Not by the server", text: refusal.text)
    }
  }

  /// Appends the map's resolution if this device cannot use all posts.
  private func appendPosts(to list: inout CoverageDrawer.List) {
    guard plan != nil, level > 0, hasPosts else { return }
    var text: TextWriter = "\(Self.posts(every: isServed ? servedLevel : level)) of the tile\u{2019}s"
    if isServed, servedLevel < level {
      text += "; here it would be \(Self.posts(every: level))"
    } else if canServe, servedLevel < level {
      text += "; by the server it would be \(Self.posts(every: servedLevel))"
    } else {
      text += ": more would take too long here"
      if !served.isOffered { text += ", and there is no server to compute them" }
    }
    list.fact(label: "Posts", text: text.bytes)
  }

  /// Appends the time spent on each stage of a map that was computed on this device.
  private func appendTimes(to list: inout CoverageDrawer.List) {
    guard tookMicroseconds != nil, served.asked == nil, served.revision != shown?.revision else { return }
    func milliseconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1000 }
    var text: TextWriter = "ground \(milliseconds(times.ground), decimals: 1)"
    if times.firstLook > 0 { text += ", first look \(milliseconds(times.firstLook), decimals: 1)" }
    text += ", rays and map \(milliseconds(times.map), decimals: 1) ms"
    list.fact(label: "It took", text: text.bytes)
  }

  /// Returns a description of the posts that remain after the resolution has been halved `level` times, such
  /// as “every 4th”.
  static func posts(every level: UInt8) -> [UInt8] {
    guard level > 0 else { return Texts.bytes("all") }
    let step = 1 << Int(Swift.min(level, WireLimits.terrainLevel))
    return TextWriter("every \(step)\(step == 2 || step == 32 ? "nd" : "th")").bytes
  }
}
