import ArgumentParser
import Foundation
import WaveCertificates
import WaveServer
import WaveSystem
import WaveTables

/// Why a command cannot do its work: one line that says what to do next, and an exit code of sysexits(3).
struct CommandFailure: Error, Equatable {
  /// What the shell is told.
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
    /// The user may not do this.
    case notPermitted = 77
  }

  var code: Code
  var message: String

  /// Writes the line to standard error.
  /// - Returns: What to throw, so that the parser ends the process with the code.
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

  /// Why there is no certificate.
  init(_ error: CertificateError) {
    let code: Code
    switch error {
    case .file(let error): code = Code(error)
    case .failed: code = .inputOutput
    default: code = .data
    }
    self.init(code: code, message: error.description)
  }

  /// Why a table cannot be read or made.
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

  /// Why a file of the program's own cannot be read or written.
  init(_ error: FileError) { self.init(code: Code(error), message: error.description) }

  /// What a file could not give: it is missing, or its content is wrong.
  init(_ error: some ExplainedError, path: String) {
    let isReadable = FileManager.default.isReadableFile(atPath: path)
    self.init(code: isReadable ? .data : .noInput, message: error.description)
  }

  /// What a source could not give: a wrong argument, a missing file or wrong content.
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
