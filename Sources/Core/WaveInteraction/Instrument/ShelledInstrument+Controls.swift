import WaveUnits

extension ShelledInstrument {
  /// Rebuilds the controls, and requests that they be shown if they have changed.
  mutating func updateControls(at now: Int64) {
    var list = ControlListBuilder(after: shell.numbers)
    list.title(Self.title, shown: shownName)
    appendLink(to: &list, at: now)
    let hint = hintText(at: now)
    shell.appendWords(to: &list, hint: hint, reading: newReading(at: now))
    appendAction(to: &list)
    list.drawer(isOpen: isDrawerOpen)
    if let views { list.views(views) }
    list.facts(facts)
    appendOffers(to: &list)
    if isDrawerOpen { appendDrawer(to: &list, at: now) }
    shell.show(list)
  }

  private mutating func hintText(at now: Int64) -> [UInt8] {
    let (toast, showsHint) = shell.hints(at: now)
    let persistent = persistentHint
    if !persistent.isEmpty { return persistent }
    if let toast { return hidesToast ? [] : toast }
    return showsHint ? hint : []
  }

  /// Appends the status chip, which reports a missing connection or source, or otherwise shows the
  /// instrument's own text.
  private mutating func appendLink(to list: inout ControlListBuilder<Action>, at now: Int64) {
    var strong = TextWriter()
    var quiet = TextWriter()
    if !shell.link.isAnswering {
      let seconds = (now - shell.link.lostMicroseconds) / 1_000_000
      if hasContent, seconds > 0 {
        quiet.append("for ")
        quiet.append(integer: seconds)
        quiet.append(" s \u{00B7} ")
      }
      quiet.append(offlineText)
      quiet.append("trying again")
      strong.append("No connection")
    } else if !hasContent {
      quiet.append(waitingText)
      strong.append("Connected")
    } else {
      return appendChip(to: &list, at: now)
    }
    list.chip(.lost, strong: strong.bytes, quiet: quiet.bytes)
  }
}
