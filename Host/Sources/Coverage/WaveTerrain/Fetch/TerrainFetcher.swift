import AsyncHTTPClient
import NIOCore
import WaveSystem
public import WaveTerrainFormats

/// Downloads tiles from a server into a folder, and resumes interrupted downloads.
///
/// A tile gets its file name in the folder only when it is complete and readable, so a partial tile is never
/// listed.
public final class TerrainFetcher: Sendable {
  /// The progress of a tile's download.
  public struct Progress: Equatable, Sendable {
    /// The number of bytes received, including those of earlier attempts.
    public var byteCount: Int
    /// The number of bytes in the complete tile; nil if the server does not state it.
    public var totalByteCount: Int?
  }

  /// The result of fetching a tile.
  public enum Outcome: Equatable, Sendable {
    /// The tile already existed and was readable.
    case present(TerrainEntry)
    /// The tile was fetched; its first `resumedAtByte` bytes came from an earlier attempt.
    case fetched(TerrainEntry, resumedAtByte: Int)
  }

  /// The URL template of the tiles.
  public let template: TerrainTemplate
  /// The folder in which tiles are stored.
  public let folder: String

  let headers: [(name: String, value: String)]
  let http: HTTPClient

  /// Creates a fetcher, which connects when it fetches its first tile and disconnects when it is released.
  ///
  /// - Parameters:
  ///   - template: The URL template of the tiles.
  ///   - headers: Additional request headers, for example an API key; sent only to the template's host.
  ///   - folder: The folder in which tiles are stored; it must exist.
  public init(_ template: TerrainTemplate, headers: [(name: String, value: String)] = [], folder: String) {
    self.template = template
    self.headers = headers
    self.folder = folder
    http = HTTPClient(redirects: .disallow, connect: .seconds(10), read: .seconds(30))
  }

  deinit { http.shutdown { _ in } }

  /// Fetches a tile unless it exists.
  ///
  /// A broken connection is reopened as long as each attempt makes progress.
  ///
  /// - Parameters:
  ///   - cell: The tile's degree cell.
  ///   - progress: Called as bytes arrive.
  /// - Returns: Whether the tile existed or was fetched.
  /// - Throws: `TerrainFileError`, which is `cancelled` if the task is cancelled. Received bytes are kept
  ///   unless they are not a valid tile.
  public func fetch(
    _ cell: DegreeCell, progress: @Sendable (Progress) -> Void = { _ in }
  ) async throws(TerrainFileError) -> Outcome {
    let name = template.fileName(of: cell)
    let target = folder + "/" + name
    if let entry = try? TerrainEntry(path: target), (try? entry.load()) != nil { return .present(entry) }
    let url = template.url(of: cell)
    let part = PartialTile(target: target)
    var resumedAt = part.byteCount
    while true {
      do throws(TerrainFileError) { try await receive(url, into: part, &resumedAt, progress) } catch {
        guard case .tooLarge = error else { throw error }
        // The file is already too large to be a valid tile.
        part.remove()
        throw .broken(url: url, error)
      }
      do throws(TerrainFileError) {
        _ = try TerrainEntry(path: part.path, name: name).load()
      } catch {
        part.remove()
        // The earlier bytes may belong to different contents; downloading everything again rules that out.
        guard resumedAt > 0 else { throw .broken(url: url, error) }
        resumedAt = 0
        continue
      }
      try TerrainFileError.converting(TerrainFileError.file, part.commit(to: target))
      return .fetched(try TerrainEntry(path: target), resumedAtByte: resumedAt)
    }
  }

  /// Downloads all missing bytes, and reconnects after an interruption if some bytes arrived before it.
  ///
  /// - Parameters:
  ///   - url: The URL of the tile.
  ///   - part: The bytes received so far.
  ///   - resumedAt: The number of bytes that came from an earlier attempt; 0 afterwards if the server sent
  ///     them again.
  ///   - progress: Called as bytes arrive.
  /// - Throws: `TerrainFileError`, if no bytes arrived before an interruption or the server refuses.
  private func receive(
    _ url: String, into part: PartialTile, _ resumedAt: inout Int, _ progress: @Sendable (Progress) -> Void
  ) async throws(TerrainFileError) {
    while true {
      let before = part.byteCount
      do throws(TerrainFileError) {
        return try await download(url, into: part, &resumedAt, progress)
      } catch .cut where part.byteCount > before {
        guard (try? await Task.sleep(for: .milliseconds(200))) != nil else {
          throw .cancelled(keptByteCount: part.byteCount)
        }
      }
    }
  }
}

extension HTTPClient {
  /// Creates a client with the time to wait for a connection, and for the next bytes of a response.
  convenience init(redirects: Configuration.RedirectConfiguration, connect: TimeAmount, read: TimeAmount) {
    var configuration = Configuration(redirectConfiguration: redirects)
    configuration.timeout.connect = connect
    configuration.timeout.read = read
    configuration.httpVersion = .http1Only
    configuration.connectionPool.retryConnectionEstablishment = false
    self.init(eventLoopGroupProvider: .singleton, configuration: configuration)
  }
}
