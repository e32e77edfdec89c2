/// The choice between the views of an instrument, such as a spectrum and a waterfall.
package struct ViewOptions<Action: Equatable & Sendable>: Sendable {
  /// The action that chooses a view.
  package let action: Action
  /// The names of the views.
  package let options: [StaticString]
  /// The index of the current view.
  package let selected: Int

  package init(_ action: Action, options: [StaticString], selected: Int) {
    (self.action, self.options, self.selected) = (action, options, selected)
  }
}
