import WaveSpectrumWire

/// Numbers what rows are reduced to: equal reductions may be drawn side by side, whatever view they were made
/// for.
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

  /// Views that are remembered: rows of earlier ones are on their way no longer.
  private static let viewsMax = 16

  /// The number of the newest reduction.
  private(set) var current: UInt32 = 0
  private var newest: Reduction?
  private var views: [View] = []

  /// Numbers the reduction of a view, the same as that of the view before it if it is equal.
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

  /// The number of a view's reduction; nil if the view is not remembered.
  func number(ofView view: UInt16) -> UInt32? { views.last { $0.view == view }?.number }
}
