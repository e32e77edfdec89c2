import ArgumentParser

/// A command that reports a failure on standard error and in its exit code.
protocol ReportingCommand: ParsableCommand {
  /// Does the work of the command.
  func perform() throws(CommandFailure)
}

/// A command that reports a failure on standard error and in its exit code, and can wait.
protocol AsyncReportingCommand: AsyncParsableCommand {
  /// Does the work of the command.
  func perform() async throws(CommandFailure)
}

extension ReportingCommand {
  func run() throws {
    do throws(CommandFailure) { try perform() } catch { throw error.report() }
  }
}

extension AsyncReportingCommand {
  func run() async throws {
    do throws(CommandFailure) { try await perform() } catch { throw error.report() }
  }
}
