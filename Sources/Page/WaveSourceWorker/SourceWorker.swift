public import WaveLocal

/// A worker of the page that serves a source, independent of the kind of source.
public class Worker {
  init() {}

  /// Receives messages from the client.
  ///
  /// - Returns: Whether they were well formed.
  func receive(_ bytes: [UInt8], at now: Int64) -> Bool { Self.isAbstract() }

  /// Makes the messages that are due.
  func collect(at now: Int64) -> [UInt8] { Self.isAbstract() }

  /// When to collect again; nil if that is not needed.
  var wakeMicroseconds: Int64? { Self.isAbstract() }

  private static func isAbstract() -> Never { preconditionFailure("The worker of a source does this.") }
}

/// A worker that serves one kind of source.
public final class SourceWorker<Source: LocalSource & ~Copyable>: Worker {
  /// The source.
  public var source: Source

  /// Serves a source.
  public init(_ source: consuming Source) {
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
