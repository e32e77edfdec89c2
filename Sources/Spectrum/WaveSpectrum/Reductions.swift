import WaveSpectrumWire

/// Assigns numbers to the ways in which views reduce rows to columns.
///
/// Rows with the same number can be drawn side by side, even if they were requested by different views.
struct Reductions: Equatable, Sendable {
  private struct Reduction: Equatable {
    let source: UInt16
    let columns: UInt16
    let slotMicroseconds: UInt32
    let lowHertz: Double
    let highHertz: Double
  }

  private struct View: Equatable {
    let view: UInt16
    let number: UInt32
  }

  /// The maximum number of views to remember.
  ///
  /// The rows of older views have all arrived.
  private static let viewsMax = 16

  /// The number of the newest view's reduction.
  private(set) var current: UInt32 = 0
  private var newest: Reduction?
  private var views: [View] = []

  /// Registers a view and its reduction.
  ///
  /// The reduction gets a new number only if it differs from the previous view's reduction.
  mutating func register(_ view: ShowView) {
    let reduction = Reduction(
      source: view.source, columns: view.columns, slotMicroseconds: view.slotMicroseconds,
      lowHertz: view.lowHertz, highHertz: view.highHertz)
    if reduction != newest {
      current &+= 1
      newest = reduction
    }
    if views.count >= Self.viewsMax { views.removeFirst() }
    views.append(View(view: view.view, number: current))
  }

  /// Returns the number of a view's reduction; nil if the view is no longer remembered.
  func number(ofView view: UInt16) -> UInt32? { views.last { $0.view == view }?.number }
}
