import Foundation

/// Runs sequences in a process of their own, reports the step that ended it, and continues after that step.
struct Guard {
  private let arguments: Arguments
  private let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  private let folder = FileManager.default.temporaryDirectory.appending(path: "messages-\(getpid())").path

  init(_ arguments: Arguments) { self.arguments = arguments }

  private struct Ending {
    var isTrap: Bool
    var status: Int32
    var words: String
  }

  /// Fuzzes.
  func run() -> Int32 {
    let total = arguments.number("messages", 100_000)
    let began = Date()
    var sequence = arguments.number("from", 0)
    var done = 0
    var traps: [String: Int] = [:]
    var isFine = true
    while done < total {
      guard let journal = Journal(path: folder + ".journal") else { return 2 }
      let ending = child([
        "child", "--seed", "\(arguments.seed)", "--length", "\(arguments.length)", "--from", "\(sequence)",
        "--messages", "\(total - done)", "--journal", folder + ".journal",
      ])
      done += journal.messageCount
      guard ending.isTrap else {
        print(ending.words, terminator: "")
        isFine = isFine && ending.status == 0
        break
      }
      let place = Self.place(of: ending.words)
      traps[place, default: 0] += 1
      let message = sent(journal.sequence, until: journal.step)
      print(
        """
        sequence \(journal.sequence), step \(journal.step), after \(done + message) messages: \
        \(ending.status == 0 ? "stuck" : "signal \(ending.status)") in \(place)
        """
      )
      if traps[place] == 1 {
        keep(journal.sequence, until: journal.step, ending.words)
      }
      done += message
      sequence = journal.sequence + 1
    }
    try? FileManager.default.removeItem(atPath: folder + ".journal")
    try? FileManager.default.removeItem(atPath: folder + ".journal.files")
    let seconds = Date().timeIntervalSince(began)
    print(
      """
      \(done) messages of seed \(arguments.seed) in \(Int(seconds)) s, \(traps.values.reduce(0, +)) traps at \
      \(traps.count) places
      """
    )
    for (place, count) in traps.sorted(by: { $0.value > $1.value }) { print("  \(count) in \(place)") }
    return traps.isEmpty && isFine ? 0 : 1
  }

  /// Performs what is kept, all files in one process after another.
  func replay() -> Int32 {
    guard let journal = Journal(path: folder + ".journal") else { return 2 }
    defer { try? FileManager.default.removeItem(atPath: folder + ".journal") }
    let ending = child(["child-replay", "--journal", folder + ".journal"] + arguments.files)
    guard ending.isTrap else {
      print(ending.words, terminator: "")
      print("\(arguments.files.count) sequences replayed")
      return ending.status
    }
    let file = arguments.files.indices.contains(journal.sequence) ? arguments.files[journal.sequence] : "?"
    print("\(file), step \(journal.step): signal \(ending.status) in \(Self.place(of: ending.words))")
    return 1
  }

  /// Leaves out of a file what it traps without.
  func shrink() -> Int32 {
    guard let file = arguments.files.first, var steps = try? Child.steps(of: file) else { return 64 }
    let place = trap(of: steps)
    guard let place else {
      print("\(file) does not trap")
      return 1
    }
    var part = steps.count / 2
    while part >= 1 {
      var start = 1
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(steps.count, start + part))
        if trap(of: fewer) == place { steps = fewer } else { start += part }
      }
      part /= 2
    }
    try? text(steps, "# \(place)").write(toFile: file, atomically: true, encoding: .utf8)
    print("\(steps.count) steps are left, which trap in \(place)")
    return 0
  }

  // MARK: - Processes

  private func trap(of steps: [Step]) -> String? {
    let file = folder + ".steps"
    try? text(steps, "").write(toFile: file, atomically: true, encoding: .utf8)
    // What depends on when a thread runs is tried more than once.
    for _ in 0..<3 {
      let ending = child(["child-replay", "--journal", folder + ".journal", file])
      if ending.isTrap { return Self.place(of: ending.words) }
    }
    return nil
  }

  private func child(_ words: [String]) -> Ending {
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SWIFT_BACKTRACE":
        """
      enable=yes,color=no,interactive=no,threads=crashed,images=none,registers=none,\
      limit=24,sanitize=no,timeout=30s,output-to=stderr,symbolicate=fast
      """
    ]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    guard (try? process.run()) != nil else { return Ending(isTrap: false, status: 2, words: "") }
    let said = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return Ending(
      isTrap: process.terminationReason == .uncaughtSignal, status: process.terminationStatus,
      words: String(decoding: said, as: UTF8.self))
  }

  /// The innermost function of ours in a backtrace, and what was said before it.
  private static func place(of words: String) -> String {
    let lines = words.split(separator: "\n")
    let said = lines.first { $0.contains("Fatal error") }.map { " (\($0))" } ?? ""
    for line in lines {
      let parts = line.split(separator: " ")
      guard let address = parts.firstIndex(where: { $0.hasPrefix("0x") && $0.count == 18 }),
        parts.count > address + 3,
        let plus = parts[address...].firstIndex(of: "+"), line.contains(" in MessageFuzzer")
      else { continue }
      return parts[(address + 1)..<plus].joined(separator: " ") + said
    }
    return "an unknown place" + said
  }

  // MARK: - Sequences

  /// Messages of a sequence before a step.
  private func sent(_ sequence: Int, until step: Int) -> Int {
    let made = SequenceMaker(seed: Run.seed(arguments.seed, sequence), messages: arguments.length)
    let frames = made.steps.prefix(step + 1).count { $0.verb == .frame }
    let all = made.steps.count { $0.verb == .frame }
    return made.messageCount * frames / max(1, all)
  }

  private func keep(_ sequence: Int, until step: Int, _ words: String) {
    let made = SequenceMaker(seed: Run.seed(arguments.seed, sequence), messages: arguments.length)
    let folder = arguments.text("keep") ?? "."
    let path = "\(folder)/messages-\(arguments.seed)-\(sequence)"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let lines = words.split(separator: "\n").prefix(60).map { "# " + $0 }.joined(separator: "\n")
    try? text(Array(made.steps.prefix(step + 1)), lines).write(
      toFile: path, atomically: true, encoding: .utf8)
    print("  kept as \(path)")
    fflush(nil)
  }

  private func text(_ steps: [Step], _ comment: String) -> String {
    comment + "\n" + steps.map(\.line).joined(separator: "\n") + "\n"
  }
}
