import ArgumentParser

/// Options for the form in which a command writes its result.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Write one JSON object.")
  var json = false

  /// Writes a result as JSON or as lines of text.
  func write(_ result: some Encodable, lines: @autoclosure () -> [String]) throws(CommandFailure) {
    if json { try Output.write(json: result) } else { Output.write(lines()) }
  }
}
