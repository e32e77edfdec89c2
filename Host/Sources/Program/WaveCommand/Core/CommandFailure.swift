import ArgumentParser
import Foundation
import WaveCertificates
import WaveServer
import WaveSystem
import WaveTables

/// The reason why a command failed: a one-line message with advice, and an exit code from sysexits(3).
struct CommandFailure: Error, Equatable {
  /// The exit code of the process.
  enum Code: Int32 {
    /// The command line is wrong.
    case usage = 64
    /// The content of a file is invalid.
    case data = 65
    /// A file is missing or cannot be read.
    case noInput = 66
    /// A network address does not exist.
    case noHost = 68
    /// Something that the command requires is not available.
    case unavailable = 69
    /// A file cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// The user lacks permission.
    case notPermitted = 77
  }

  var code: Code
  var message: String

  /// Creates a failure.
  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Writes the failure's message to standard error.
  /// - Returns: The error to throw, which makes the parser end the process with the exit code.
  func report() -> ExitCode {
    StandardFiles.say(message)
    return ExitCode(code.rawValue)
  }
}

/// An error that makes a command fail, and determines its exit code.
protocol CommandError: Error, CustomStringConvertible {
  /// The exit code of the process.
  var exitCode: CommandFailure.Code { get }
}

extension CommandError {
  /// Returns the value of an expression, or throws its error as a failure.
  static func asFailure<Value>(
    _ value: @autoclosure () throws(Self) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(Self) { return try value() } catch { throw CommandFailure(error) }
  }
}

extension ExplainedError {
  /// Returns the value of an expression that reads a file, or throws its error as a failure.
  static func asFailure<Value>(
    ofFile path: String, _ value: @autoclosure () throws(Self) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(Self) { return try value() } catch { throw CommandFailure(error, path: path) }
  }
}

extension CommandFailure {
  /// Creates a failure from an error that determines the exit code.
  init(_ error: some CommandError) { self.init(error.exitCode, error.description) }

  /// Creates a failure for a file that is missing or whose content is invalid.
  init(_ error: some ExplainedError, path: String) {
    self.init(
      FileManager.default.isReadableFile(atPath: path) ? .data : .noInput, error.description)
  }

  /// Creates a failure for a source whose argument is invalid, whose file is missing or whose content is
  /// invalid.
  init(_ error: some ExplainedError, argument: String) {
    if let parsed = try? SourceArgument(argument), parsed.scheme == .file {
      self.init(error, path: parsed.path)
    } else {
      self.init(.usage, error.description)
    }
  }

  /// Creates a failure from an error of the server.
  init(_ error: ServerError) {
    switch error {
    case .portInUse(let port):
      self.init(.unavailable, "port \(port) is in use by another program; choose another with --port")
    case .authorityPortNotAvailable(let port):
      self.init(
        .unavailable,
        "port \(port), for the page that offers the certificate, is not free; choose another with --ca-port")
    case .portNotAllowed(let port):
      self.init(.notPermitted, "this user may not use port \(port); choose one above 1023 with --port")
    case .noSuchAddress(let host):
      self.init(
        .noHost, "\(host) is not an address of this machine; leave out --host or give one of its addresses")
    case .fileMissing(let name, let directory):
      self.init(
        .noInput, "\(directory) has no \(name); point --web at the directory of the web client")
    case .failed(let reason): self.init(.inputOutput, "the server failed: \(reason)")
    }
  }
}

extension FileError: CommandError {
  var exitCode: CommandFailure.Code {
    switch cause {
    case .notFound, .notRegular, .tooLong: .noInput
    case .notPermitted, .notPrivate, .noHome: .notPermitted
    case .noFolder, .notWritable, .exists, .inUse, .full, .lengthLimit, .writing: .cannotCreate
    case .system: .inputOutput
    case .damaged, .gzipCorrupt, .gzipTruncated, .gzipTooLarge: .data
    }
  }
}

extension CertificateError: CommandError {
  var exitCode: CommandFailure.Code {
    switch self {
    case .file(let error): error.exitCode
    case .failed: .inputOutput
    default: .data
    }
  }
}

extension TableError: CommandError {
  var exitCode: CommandFailure.Code {
    switch self {
    case .file(let error): error.exitCode
    case .locked, .cancelled: .unavailable
    case .noSuchTable, .noSuchColumn, .noColumnNamed: .usage
    default: .data
    }
  }
}
