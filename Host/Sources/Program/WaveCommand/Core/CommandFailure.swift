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

  /// Writes the failure's message to standard error.
  /// - Returns: The error to throw, which makes the parser end the process with the exit code.
  func report() -> ExitCode {
    StandardFiles.say("waveglass: \(message)")
    return ExitCode(code.rawValue)
  }
}

extension CommandFailure.Code {
  fileprivate init(_ error: FileError) {
    switch error.cause {
    case .notFound, .notRegular, .tooLong: self = .noInput
    case .notPermitted, .notPrivate, .noHome: self = .notPermitted
    case .noFolder, .notWritable, .exists, .inUse, .full, .lengthLimit, .writing: self = .cannotCreate
    case .system: self = .inputOutput
    case .damaged, .gzipCorrupt, .gzipTruncated, .gzipTooLarge: self = .data
    }
  }
}

extension CommandFailure {
  init(_ error: ServerError) {
    switch error {
    case .portInUse(let port):
      self.init(
        code: .unavailable, message: "port \(port) is in use by another program; choose another with --port")
    case .authorityPortNotAvailable(let port):
      self.init(
        code: .unavailable,
        message:
          "port \(port), for the page that offers the certificate, is not free; choose another with --ca-port"
      )
    case .portNotAllowed(let port):
      self.init(
        code: .notPermitted,
        message: "this user may not use port \(port); choose one above 1023 with --port")
    case .noSuchAddress(let host):
      self.init(
        code: .noHost,
        message: "\(host) is not an address of this machine; leave out --host or give one of its addresses")
    case .fileMissing(let name, let directory):
      self.init(
        code: .noInput, message: "\(directory) has no \(name); point --web at the directory of the web client"
      )
    case .failed(let reason): self.init(code: .inputOutput, message: "the server failed: \(reason)")
    }
  }

  /// Creates a failure from a certificate error.
  init(_ error: CertificateError) {
    let code: Code
    switch error {
    case .file(let error): code = Code(error)
    case .failed: code = .inputOutput
    default: code = .data
    }
    self.init(code: code, message: error.description)
  }

  /// Creates a failure from a table error.
  init(_ error: TableError) {
    let code: Code
    switch error {
    case .file(let error): code = Code(error)
    case .locked, .cancelled: code = .unavailable
    case .noSuchTable, .noSuchColumn, .noColumnNamed: code = .usage
    default: code = .data
    }
    self.init(code: code, message: error.description)
  }

  /// Creates a failure from a file error.
  init(_ error: FileError) { self.init(code: Code(error), message: error.description) }

  /// Creates a failure for a file that is missing or whose content is invalid.
  init(_ error: some ExplainedError, path: String) {
    let isReadable = FileManager.default.isReadableFile(atPath: path)
    self.init(code: isReadable ? .data : .noInput, message: error.description)
  }

  /// Creates a failure for a source whose argument is invalid, whose file is missing or whose content is
  /// invalid.
  init(_ error: some ExplainedError, argument: String) {
    guard let parsed = try? SourceArgument(argument) else {
      self.init(code: .usage, message: error.description)
      return
    }
    if parsed.scheme != .file {
      self.init(code: .usage, message: error.description)
    } else {
      self.init(error, path: parsed.path)
    }
  }
}
