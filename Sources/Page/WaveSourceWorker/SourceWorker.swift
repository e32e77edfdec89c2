public import WaveLocal

/// A worker of the page that serves a source, independent of the source's type.
public class Worker {
  init() {}

  /// Receives messages from the client.
  ///
  /// - Returns: Whether the messages were well-formed.
  func receive(_ bytes: [UInt8], at now: Int64) -> Bool { Self.isAbstract() }

  /// Returns the messages that are due.
  func collect(at now: Int64) -> [UInt8] { Self.isAbstract() }

  /// The time at which to call `collect` again, or nil if there is no need.
  var wakeMicroseconds: Int64? { Self.isAbstract() }

  private static func isAbstract() -> Never { preconditionFailure("The worker of a source does this.") }
}

/// A worker that serves a particular type of source.
public final class SourceWorker<Source: LocalSource & ~Copyable>: Worker {
  /// The source being served.
  public var source: Source

  init(_ source: consuming Source) {
    self.source = source
    super.init()
  }

  override func receive(_ bytes: [UInt8], at now: Int64) -> Bool {
    do throws(LocalError) {
      try source.receive(bytes, at: now)
      return true
    } catch {
      return false
    }
  }

  override func collect(at now: Int64) -> [UInt8] { source.collect(at: now) }

  override var wakeMicroseconds: Int64? { source.wakeMicroseconds }
}
