import WaveDataWire

/// The views that the server is asked for: one is on its way at a time, and the newest follows.
struct ViewRequests: Sendable {
  /// Views whose windows are kept.
  private static let windowsLimit = 8

  /// The view that was asked for last; nil if none was of this table on this connection.
  private(set) var shown: ShowTable?
  private var numbers = RequestNumbers()
  private var question = Question(isDue: false)
  /// Windows of views that answers may still come for.
  private var windows: [(view: UInt16, window: TickWindow)] = []

  /// The number of the newest view.
  var number: UInt16 { numbers.last }

  /// Whether all of the newest view has come, or is awaited no more.
  var isAnswered: Bool { question.number == nil }

  /// The connection was opened or closed: the server knows of no view.
  mutating func connectionChanged() {
    forget()
    question.end()
  }

  /// Another table is shown: what is on its way is of the one before.
  mutating func forget() {
    shown = nil
    windows = []
  }

  /// A lane is seen otherwise, for which the newest view has not been drawn.
  mutating func changeLanes() { question.change() }

  /// All of a view has come.
  ///
  /// Of the newest more may follow: texts that are being read.
  mutating func receive(_ done: ViewDone) {
    let newest = number
    windows.removeAll { $0.view == done.view && $0.view != newest }
    _ = question.receive(done.view)
  }

  /// The window of a view that answers are awaited for; nil of any other.
  func window(of view: UInt16) -> TickWindow? { windows.last { $0.view == view }?.window }

  /// When the view on its way is late; nil if another can be asked for.
  mutating func lateTime(at now: Int64) -> Int64? {
    let late = question.lateTime(at: now)
    if late == nil { question.end() }
    return late
  }

  /// Asks for a view, whatever number it has, unless it is what was asked for last.
  ///
  /// - Returns: The view with its number; nil if there is nothing to ask for.
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
