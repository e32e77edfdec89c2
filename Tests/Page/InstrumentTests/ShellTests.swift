import TestSupport
import Testing
import WaveInteraction
import WaveWire

/// The behaviour that all instruments share: greeting, reconnecting, errors, the drawer.
@Suite struct ShellTests {
  /// Checks that hold for every instrument.
  private protocol Check {
    func callAsFunction<Model: Instrument>(_ subject: Subject<Model>) throws
  }

  private func forEachInstrument(_ check: some Check) throws {
    try check(Subjects.spectrum)
    try check(Subjects.sensors)
    try check(Subjects.data)
    try check(Subjects.coverage)
  }

  private struct Greeting: Check {
    func callAsFunction<Model: Instrument>(_ subject: Subject<Model>) throws {
      var subject = subject
      #expect(subject.words.strong == "No connection" && subject.words.quiet == "trying again")
      let question = Model.Message.clockRequest(ClockRequest(clientMicroseconds: subject.now))
      #expect(subject.handle(.connection(isOpen: true)).prefix(2) == [.send(.greeting), .send(question)])
      #expect(subject.words.strong == "Connected" && subject.words.quiet == subject.waiting)
      #expect(subject.words.tone == .lost)
      let none = subject.server.welcome(Welcome(sourceCount: 0, serverMicroseconds: 0))
      #expect(subject.receive(none).contains(.switchInstrument))
      let some = subject.server.welcome(Welcome(sourceCount: 1, serverMicroseconds: 0))
      #expect(!subject.receive(some).contains(.switchInstrument))
      subject.receive(subject.server.content)
      #expect(subject.words.strong != "Connected" && subject.words.tone != .lost)
    }
  }

  @Test func eachGreetsItsServerAndSaysWhatItWaitsFor() throws { try forEachInstrument(Greeting()) }

  private struct Reconnecting: Check {
    func callAsFunction<Model: Instrument>(_ subject: Subject<Model>) throws {
      var subject = subject
      subject.connect()
      let heard = subject.now
      var (lost, reconnects): (Int64?, Int) = (nil, 0)
      subject.pass(seconds: 10) { now, effects in
        if lost == nil, now.words.strong == "No connection" { lost = now.now }
        for effect in effects where effect == .reconnect { reconnects += 1 }
      }
      // Within a second of the last sign; then another connection is tried, once.
      #expect(try #require(lost) - heard <= 1_000_000 && reconnects == 1)
      #expect(subject.words.tone == .lost && subject.words.quiet.contains(" s \u{00B7} trying again"))
      let seconds = try (subject.now - #require(lost)) / 1_000_000
      #expect((seconds - 1...seconds + 1).contains { subject.words.quiet.contains("for \($0) s ") })
      subject.handle(.connection(isOpen: false))
      subject.pass(seconds: 2)
      #expect(subject.words.strong == "No connection")
      #expect(subject.handle(.connection(isOpen: true)).contains(.send(.greeting)))
      #expect(subject.words.strong != "No connection")
    }
  }

  @Test func eachNoticesASilentServerAndConnectsAnew() throws { try forEachInstrument(Reconnecting()) }

  private struct Answering: Check {
    func callAsFunction<Model: Instrument>(_ subject: Subject<Model>) throws {
      var subject = subject
      subject.connect()
      var asked: [Int64] = []
      for _ in 0..<200 {
        subject.now += 50_000
        for effect in subject.handle(.tick) {
          #expect(effect != .reconnect)
          let question = Model.Message.clockRequest(ClockRequest(clientMicroseconds: subject.now))
          guard effect == .send(question) else { continue }
          asked.append(subject.now)
          subject.receive(
            subject.server.clockReply(
              ClockReply(clientMicroseconds: subject.now, serverMicroseconds: subject.now)))
        }
      }
      // A server that answers stays, however little it has to say.
      #expect(subject.words.strong != "No connection" && asked.count > 10)
    }
  }

  @Test func eachStaysWithAServerThatAnswers() throws { try forEachInstrument(Answering()) }

  private struct Errors: Check {
    func callAsFunction<Model: Instrument>(_ subject: Subject<Model>) throws {
      var subject = subject
      subject.connect()
      let failure = subject.server.notice(Notice(severity: .failure, text: Array("It broke.".utf8)))
      for putAway in [
        ViewIntent.press(.alert), .key(.escape, isShifted: false),
      ] {
        #expect(subject.receive(failure).contains(.controls) && subject.words.alert == "It broke.")
        #expect(subject.handle(putAway).contains(.controls) && subject.words.alert.isEmpty)
      }
    }
  }

  @Test func eachShowsAnErrorUntilItIsPutAway() throws { try forEachInstrument(Errors()) }

  private struct Drawer: Check {
    func callAsFunction<Model: Instrument>(_ subject: Subject<Model>) throws {
      var subject = subject
      subject.connect()
      #expect(subject.words.isDrawerOpen == false && !subject.model.isDrawerOpen)
      let closed = subject.model.controls.bytes.count
      for toggle in [
        ViewIntent.press(.handle), .key(.drawer, isShifted: false),
      ] {
        subject.handle(toggle)
        #expect(subject.words.isDrawerOpen == true && subject.model.isDrawerOpen)
        #expect(subject.model.controls.bytes.count > closed)
        subject.handle(toggle)
        #expect(subject.words.isDrawerOpen == false && !subject.model.isDrawerOpen)
      }
    }
  }

  @Test func eachOpensItsDrawerByHandleAndKey() throws { try forEachInstrument(Drawer()) }

  @Test func viewsAreChosenWithoutTheDrawer() {
    func views<Model: Instrument>(_ subject: Subject<Model>) -> [ListedControl] {
      var subject = subject
      subject.connect()
      return ListedControl.all(in: subject.model.controls.bytes).filter {
        $0.style == ControlList.Style.views.rawValue
      }
    }
    #expect(views(Subjects.spectrum).map(\.texts) == [["View", "Spectrum", "Waterfall", "Meter"]])
    #expect(views(Subjects.sensors).map { $0.texts.first } == ["View"])
    #expect(views(Subjects.data).isEmpty && views(Subjects.coverage).isEmpty)
  }

  @Test func eachNamesItselfAndWhatItShows() {
    func tab<Model: Instrument>(_ subject: Subject<Model>) -> [String]? {
      var subject = subject
      subject.connect()
      return ListedControl.all(in: subject.model.controls.bytes).first {
        $0.kind == ControlList.Kind.title.rawValue
      }?.texts
    }
    for (texts, instrument) in [
      (tab(Subjects.spectrum), "Spectrum"), (tab(Subjects.sensors), "Sensors"), (tab(Subjects.data), "Data"),
      (tab(Subjects.coverage), "Coverage"),
    ] {
      let shown = texts?.first ?? ""
      #expect(texts?.last == (shown.isEmpty ? "" : shown + " \u{B7} ") + instrument + " \u{B7} Waveglass")
      #expect(shown.isEmpty == (instrument == "Coverage"))
    }
  }

  private struct LatePresses: Check {
    private let inputs: [ControlInput] = [
      .set(0), .set(1), .step(thumb: 0, steps: 1), .text([0x31]), .drag(.began, fraction: 0.3, distance: 0),
    ]

    func callAsFunction<Model: Instrument>(_ subject: Subject<Model>) throws {
      var subject = subject
      subject.connect()
      subject.handle(.press(.handle))
      let earlier = Set(subject.numbers)
      // No control has this number.
      let nothing = subject.outcome(of: .set(1), number: 0)
      #expect(
        earlier.contains { number in inputs.contains { subject.outcome(of: $0, number: number) != nothing } })
      subject.handle(.press(.handle))
      let lasting = earlier.intersection(subject.numbers)
      #expect(lasting.count < earlier.count)
      // Nor do controls have their numbers again when the drawer has them again.
      for isDrawerOpen in [false, true] {
        #expect(subject.model.isDrawerOpen == isDrawerOpen)
        #expect(earlier.intersection(subject.numbers) == lasting)
        for number in earlier.subtracting(lasting) {
          for input in inputs {
            #expect(subject.outcome(of: input, number: number) == subject.outcome(of: input, number: 0))
          }
        }
        subject.handle(.press(.handle))
      }
    }
  }

  @Test func noneDoesWhatAControlOfAnEarlierListWasFor() throws { try forEachInstrument(LatePresses()) }

  private struct Numbers: Check {
    func callAsFunction<Model: Instrument>(_ subject: Subject<Model>) throws {
      var subject = subject
      subject.connect()
      subject.handle(.press(.handle))
      let numbers = subject.numbers
      #expect(!numbers.isEmpty)
      subject.handle(.appearance(isDark: false, reducesMotion: true))
      subject.handle(.tick)
      #expect(subject.numbers == numbers)
    }
  }

  @Test func eachKeepsTheNumbersOfItsControls() throws { try forEachInstrument(Numbers()) }

  private struct Hidden: Check {
    func callAsFunction<Model: Instrument>(_ subject: Subject<Model>) throws {
      var subject = subject
      subject.connect()
      subject.handle(.visibility(false))
      subject.pass(seconds: 1)
      subject.pass(seconds: 30) { _, effects in
        for case .send in effects { Issue.record("a hidden page sends") }
      }
      let question = Model.Message.clockRequest(ClockRequest(clientMicroseconds: subject.now))
      #expect(subject.handle(.visibility(true)).contains(.send(question)))
    }
  }

  @Test func eachSendsNothingWhileItIsHidden() throws { try forEachInstrument(Hidden()) }
}
