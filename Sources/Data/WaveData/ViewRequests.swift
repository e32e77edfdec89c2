import WaveDataWire

/// The requests for views: one is on its way at a time, and the newest follows.
struct ViewRequests: Sendable {
  /// The number of views whose windows are kept.
  private static let windowsLimit = 8

  /// The last view that was requested; nil if there was none of this table on this connection.
  private(set) var shown: ShowTable?
  private var numbers = RequestNumbers()
  private var question = Question(isDue: false)
  /// The windows of views that may still be answered.
  private var windows: [(view: UInt16, window: TickWindow)] = []

  /// The number of the newest view.
  var number: UInt16 { numbers.last }

  /// Whether the newest view is complete, or given up.
  var isAnswered: Bool { question.number == nil }

  /// Handles a change of the connection: the server knows no view.
  mutating func connectionChanged() {
    forget()
    question.end()
  }

  /// Ignores answers to earlier views, because another table is shown.
  mutating func forget() {
    shown = nil
    windows = []
  }

  /// Handles a change of a lane: the view has to be requested again.
  mutating func changeLanes() { question.change() }

  /// Receives the end of a view.
  ///
  /// More of the newest may follow: texts that are still being read.
  mutating func receive(_ done: ViewDone) {
    let newest = number
    windows.removeAll { $0.view == done.view && $0.view != newest }
    _ = question.receive(done.view)
  }

  /// Returns the window of a view that may still be answered; nil for any other.
  func window(of view: UInt16) -> TickWindow? { windows.last { $0.view == view }?.window }

  /// Returns the time when the view on its way becomes late; nil if another can be requested.
  mutating func lateTime(at now: Int64) -> Int64? {
    let late = question.lateTime(at: now)
    if late == nil { question.end() }
    return late
  }

  /// Requests a view, whose number is ignored, unless it equals the last one.
  ///
  /// - Returns: The view with its number; nil if it was requested already.
  mutating func show(_ view: ShowTable, window: TickWindow, at now: Int64) -> ShowTable? {
    var next = view
    next.view = number
    guard next != shown || question.isDue else { return nil }
    next.view = numbers.next()
    question.ask(next.view, at: now)
    shown = next
    if windows.count >= Self.windowsLimit { windows.removeFirst() }
    windows.append((next.view, window))
    return next
  }
}
