import WaveDataWire

/// The requests for views, of which at most one is pending at a time.
///
/// If the view changes several times while a request is pending, only the latest view is requested next.
struct ViewRequests: Sendable {
  /// The maximum number of views whose windows are stored.
  private static let windowsLimit = 8

  /// The last view requested; nil if none was requested for this table on this connection.
  private(set) var shown: ShowTable?
  private var numbers = RequestNumbers()
  private var question = Question(isDue: false)
  /// The windows of views that may still receive responses.
  private var windows: [(view: UInt16, window: TickWindow)] = []

  /// The number of the latest view.
  var number: UInt16 { numbers.last }

  /// Whether the latest view is complete or has been abandoned.
  var isAnswered: Bool { question.number == nil }

  /// Forgets all views after the connection has changed, because the server has no record of them.
  mutating func connectionChanged() {
    forget()
    question.end()
  }

  /// Ignores responses to earlier views, because a different table is shown.
  mutating func forget() {
    shown = nil
    windows = []
  }

  /// Marks the view to be requested again, because a lane has changed.
  mutating func changeLanes() { question.change() }

  /// Processes the end of a view.
  ///
  /// The latest view can receive further data, such as texts that are still being read.
  mutating func receive(_ done: ViewDone) {
    let newest = number
    windows.removeAll { $0.view == done.view && $0.view != newest }
    _ = question.receive(done.view)
  }

  /// Returns the window of a view that may still receive responses, or nil for any other view.
  func window(of view: UInt16) -> TickWindow? { windows.last { $0.view == view }?.window }

  /// Returns the time when the pending view becomes late, or nil if a new view can be requested.
  mutating func lateTime(at now: Int64) -> Int64? {
    let late = question.lateTime(at: now)
    if late == nil { question.end() }
    return late
  }

  /// Assigns a number to a view and requests the view, unless it equals the last one.
  ///
  /// - Returns: The numbered view, or nil if an equal view was already requested.
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
