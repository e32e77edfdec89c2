import Foundation

/// What stands on the command line.
struct Arguments {
  var command = ""
  var files: [String] = []
  private var options: [String: String] = [:]

  init(_ words: [String]) {
    command = words.first ?? ""
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      if word.hasPrefix("--") { options[word] = rest.popFirst() } else { files.append(word) }
    }
  }

  func number(_ name: String, _ usual: Int) -> Int { options["--\(name)"].flatMap { Int($0) } ?? usual }

  func text(_ name: String) -> String? { options["--\(name)"] }

  var seed: UInt64 { UInt64(clamping: number("seed", 1)) }
  /// Messages in a sequence.
  var length: Int { max(1, number("length", 600)) }
}

/// Performs sequences in a process that may end by them.
enum Child {
  /// How long a step may take.
  private static let patienceSeconds = 60

  /// Ends the process, as a trap of its main thread, where a step does not end.
  private static func watch(_ journal: Journal) -> any DispatchSourceTimer {
    let main = pthread_self()
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "watch"))
    var last = (-1, -1)
    var since = DispatchTime.now()
    timer.setEventHandler {
      let place = (journal.sequence, journal.step)
      guard place == last else {
        last = place
        since = .now()
        return
      }
      guard DispatchTime.now() > since + .seconds(patienceSeconds) else { return }
      print("Fatal error: a step has taken \(patienceSeconds) s")
      fflush(nil)
      pthread_kill(main, SIGILL)
    }
    timer.schedule(deadline: .now() + 5, repeating: 5)
    timer.resume()
    return timer
  }

  /// Performs sequences from one on until enough messages have been sent.
  static func run(_ arguments: Arguments) -> Int32 {
    guard let path = arguments.text("journal"), let journal = Journal(path: path) else { return 64 }
    let timer = watch(journal)
    defer { timer.cancel() }
    var found: [String: Int] = [:]
    do {
      let run = try Run(journal: journal, folder: path + ".files", patience: .milliseconds(40))
      defer { try? FileManager.default.removeItem(atPath: path + ".files") }
      var sequence = arguments.number("from", 0)
      journal.messageCount = 0
      while journal.messageCount < arguments.number("messages", 100_000) {
        journal.sequence = sequence
        journal.step = 0
        let made = SequenceMaker(seed: Run.seed(arguments.seed, sequence), messages: arguments.length)
        for (kind, count) in try run.perform(made.steps) { found[kind, default: 0] += count }
        journal.messageCount += made.messageCount
        sequence += 1
      }
      journal.sequence = sequence
      print(
        """
        \(sequence - arguments.number("from", 0)) sequences, the engine asked \(run.house.engine.askedCount) \
        times
        """
      )
    } catch {
      print("\(error)")
      return 2
    }
    for (kind, count) in found.sorted(by: { $0.key < $1.key }) { print("  \(kind): \(count)") }
    return 0
  }

  /// Performs sequences that are kept in files.
  static func replay(_ arguments: Arguments) -> Int32 {
    guard let path = arguments.text("journal"), let journal = Journal(path: path) else { return 64 }
    let timer = watch(journal)
    defer { timer.cancel() }
    do {
      let run = try Run(journal: journal, folder: path + ".files", patience: .seconds(1))
      defer { try? FileManager.default.removeItem(atPath: path + ".files") }
      for (number, file) in arguments.files.enumerated() {
        journal.sequence = number
        _ = try run.perform(try steps(of: file))
      }
    } catch {
      print("\(error)")
      return 2
    }
    return 0
  }

  /// Writes a sequence.
  static func list(_ arguments: Arguments) -> Int32 {
    let seed = Run.seed(arguments.seed, arguments.number("from", 0))
    for step in SequenceMaker(seed: seed, messages: arguments.length).steps { print(step.line) }
    return 0
  }

  static func steps(of file: String) throws -> [Step] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap { Step(line: $0) }
  }
}
