import ArgumentParser
import Foundation
import WaveCertificates
import WaveServer
import WaveSystem
import WaveTables

/// Why a command failed: one line that says what to do next, and an exit code of sysexits(3).
struct CommandFailure: Error, Equatable {
  /// The exit code for the shell.
  enum Code: Int32 {
    /// The command line is wrong.
    case usage = 64
    /// The content of a file is wrong.
    case data = 65
    /// A file is missing or cannot be read.
    case noInput = 66
    /// An address does not exist.
    case noHost = 68
    /// Something needed is not available.
    case unavailable = 69
    /// A file cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// The user lacks the permission.
    case notPermitted = 77
  }

  var code: Code
  var message: String

  /// Writes the line to standard error.
  /// - Returns: The error to throw, so that the parser ends the process with the code.
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
        code: .unavailable, message: "port \(port) is in use by another program; choose one with --port")
    case .authorityPortNotAvailable(let port):
      self.init(
        code: .unavailable,
        message:
          "port \(port), for the page that hands out the certificate, is not free; choose one with --ca-port")
    case .portNotAllowed(let port):
      self.init(
        code: .notPermitted,
        message: "port \(port) is not open to this user; choose one above 1023 with --port")
    case .noSuchAddress(let host):
      self.init(
        code: .noHost, message: "\(host) is no address of this machine; leave out --host or give one that is")
    case .fileMissing(let name, let directory):
      self.init(
        code: .noInput, message: "\(directory) has no \(name); point --web at the directory of the web client"
      )
    case .failed(let reason): self.init(code: .inputOutput, message: "the server failed: \(reason)")
    }
  }

  /// Makes a failure from an error of certificates.
  init(_ error: CertificateError) {
    let code: Code
    switch error {
    case .file(let error): code = Code(error)
    case .failed: code = .inputOutput
    default: code = .data
    }
    self.init(code: code, message: error.description)
  }

  /// Makes a failure from an error of a table.
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

  /// Makes a failure from an error of one of the program's own files.
  init(_ error: FileError) { self.init(code: Code(error), message: error.description) }

  /// Makes a failure about a file's content, or about a file that is missing.
  init(_ error: some ExplainedError, path: String) {
    let isReadable = FileManager.default.isReadableFile(atPath: path)
    self.init(code: isReadable ? .data : .noInput, message: error.description)
  }

  /// Makes a failure about a source: a wrong argument, a missing file or wrong content.
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
