import AsyncHTTPClient
import NIOCore
import WaveSystem
public import WaveTerrainFormats

/// Fetches tiles from a server into a folder; one that was interrupted goes on where it was.
///
/// A tile takes its place when it is whole and has been read as one: a folder never holds a piece of one.
public final class TerrainFetcher: Sendable {
  /// How far a tile has come.
  public struct Progress: Equatable, Sendable {
    /// Bytes there are, those of an earlier time among them.
    public var byteCount: Int
    /// Bytes there will be; nil where the server does not tell.
    public var totalByteCount: Int?
  }

  /// What came of a tile.
  public enum Outcome: Equatable, Sendable {
    /// It was there, and whole.
    case present(TerrainEntry)
    /// It came; tells how many bytes were there from an earlier time.
    case fetched(TerrainEntry, resumedAtByte: Int)
  }

  /// Where tiles are.
  public let template: TerrainTemplate
  /// Where they go.
  public let folder: String

  let headers: [(name: String, value: String)]
  let http: HTTPClient

  /// Makes a fetcher; it connects with the first tile, and its connections end with it.
  ///
  /// - Parameters:
  ///   - template: Where tiles are.
  ///   - headers: What is sent along, such as a key; to no other host than the template's.
  ///   - folder: Where they go; it must exist.
  public init(_ template: TerrainTemplate, headers: [(name: String, value: String)] = [], folder: String) {
    self.template = template
    self.headers = headers
    self.folder = folder
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.timeout.connect = .seconds(10)
    configuration.timeout.read = .seconds(30)
    configuration.httpVersion = .http1Only
    configuration.connectionPool.retryConnectionEstablishment = false
    http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  deinit { http.shutdown { _ in } }

  /// Fetches a tile, unless it is there.
  ///
  /// A connection that is broken off is taken up again as long as each time brings more.
  ///
  /// - Parameters:
  ///   - cell: Which.
  ///   - progress: Called as bytes come.
  /// - Returns: What came of it.
  /// - Throws: `TerrainFileError`; what came is kept, unless it turned out to be no tile. `cancelled` where
  ///   the task is.
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
      do throws(TerrainFileError) { try await receive(url, into: part, progress) } catch {
        guard case .tooLarge = error else { throw error }
        // No rest makes a tile of it.
        part.remove()
        throw .broken(url: url, error)
      }
      do throws(TerrainFileError) {
        _ = try TerrainEntry(path: part.path, name: name).load()
      } catch {
        part.remove()
        // What came before may have been of another content; all of it at once is not.
        guard resumedAt > 0 else { throw .broken(url: url, error) }
        resumedAt = 0
        continue
      }
      do throws(FileError) { try part.commit(to: target) } catch { throw .file(error) }
      return .fetched(try TerrainEntry(path: target), resumedAtByte: resumedAt)
    }
  }

  /// Receives all that lacks.
  private func receive(
    _ url: String, into part: PartialTile, _ progress: @Sendable (Progress) -> Void
  ) async throws(TerrainFileError) {
    while true {
      let before = part.byteCount
      do throws(TerrainFileError) {
        return try await download(url, into: part, progress)
      } catch .cut where part.byteCount > before {
        guard (try? await Task.sleep(for: .milliseconds(200))) != nil else {
          throw .cancelled(keptByteCount: part.byteCount)
        }
      }
    }
  }
}
