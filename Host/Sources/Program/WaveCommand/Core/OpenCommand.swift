import ArgumentParser

/// `waveglass open`: serves recordings, and opens the browser if there is a desktop.
struct OpenCommand: AsyncReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "View recordings: serve them and open the browser.",
    discussion: """
      The type of a file is detected from its content; raw IQ is recognized by its extension .cu8, .cs8, \
      .cs16 or .cf32.

      EXAMPLES
        waveglass open recording.csv.gz
        waveglass open morning.csv evening.csv
        waveglass open sleep.edf
      """)

  @Argument(help: ArgumentHelp("Recordings.", valueName: "file"))
  var files: [String]

  @OptionGroup var options: ServingOptions

  func perform() async throws(CommandFailure) {
    try await Serving.run(files, options: options, defaultPort: 0, opensBrowser: true)
  }
}
