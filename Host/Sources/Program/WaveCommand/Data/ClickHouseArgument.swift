import Foundation
import WaveClickHouse
import WaveDataFeed
import WaveDataServer
import WaveTables

/// Opens tables of ClickHouse servers from command-line arguments.
enum ClickHouseArgument {
  /// Returns the ClickHouse table that an argument specifies.
  ///
  /// The server is queried once, so that a wrong password or name is reported immediately. A server that does
  /// not answer is queried again while its table is served.
  /// - Parameters:
  ///   - argument: The argument as the user wrote it.
  ///   - passwordFile: The path of the password file; nil to use the environment or a prompt.
  /// - Returns: The table, or nil if the argument is not the address of a ClickHouse table.
  /// - Throws: `CommandFailure`.
  static func opening(
    _ argument: String, passwordFile: String?
  ) async throws(CommandFailure) -> TableOpening? {
    guard ClickHouseAddress.hasClickHouseScheme(argument) else { return nil }
    do throws(ClickHouseError) {
      let address = try ClickHouseAddress(argument)
      let client = try await client(address, passwordFile: passwordFile) { client throws(ClickHouseError) in
        _ = try await ClickHouseColumns(address, client: client)
      }
      // Without a cache folder, tiles are kept in memory only.
      let folder = try? CacheFolder(environment: ProcessInfo.processInfo.environment)
      return TableOpening(name: "\(address.database).\(address.table)") { () async throws(ColumnFailure) in
        let columns: ClickHouseColumns
        do throws(ClickHouseError) {
          columns = try await ClickHouseColumns(address, client: client)
        } catch { throw ClickHouseColumns.failure(error) }
        return try await TiledColumns(columns, name: address.shown, folder: folder)
      }
    } catch { throw CommandFailure(error) }
  }

  /// Creates a client with a password that the server accepts.
  ///
  /// - Parameters:
  ///   - address: The server, the user and the table.
  ///   - passwordFile: The path of the password file; nil to use the environment or a prompt.
  ///   - limits: The limits of a query.
  ///   - isPatient: Whether to return a client even if the server cannot be reached, instead of throwing an
  ///     error.
  ///   - look: Sends a query to test whether the server accepts the user.
  /// - Returns: The client.
  /// - Throws: `ClickHouseError`.
  static func client(
    _ address: ClickHouseAddress, passwordFile: String?, limits: ClickHouseLimits = .init(),
    isPatient: Bool = true,
    look: (ClickHouseClient) async throws(ClickHouseError) -> Void
  ) async throws(ClickHouseError) -> ClickHouseClient {
    if address.hasPassword {
      StandardFiles.say(
        "a password in an address can be read by others: use CLICKHOUSE_PASSWORD or --password-file")
    }
    let environment = ProcessInfo.processInfo.environment
    var password =
      if let own = address.urlPassword {
        own
      } else {
        try ClickHousePassword.find(file: passwordFile, environment: environment, prompt: nil)
      }
    while true {
      // OpenSSL's environment variable, which curl and other programs use as well.
      let authorities = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
      let client = ClickHouseClient(address, password: password, limits: limits, authorities: authorities)
      do throws(ClickHouseError) {
        try await look(client)
        return client
      } catch .refusedPassword(let user, let place) where password.isEmpty {
        await client.close()
        guard isatty(STDIN_FILENO) == 1, let typed = ClickHousePassword.ask(user: user, place: place) else {
          throw .refusedPassword(user: user, place: place)
        }
        password = typed
      } catch .notReachable(let place, let reason) where isPatient {
        StandardFiles.say("\(ClickHouseError.notReachable(place: place, reason: reason)); trying again")
        return client
      } catch {
        await client.close()
        throw error
      }
    }
  }
}

extension ClickHouseError: CommandError {
  var exitCode: CommandFailure.Code {
    switch self {
    case .notAddress: .usage
    case .notReachable, .notClickHouse: .noHost
    case .refusedPassword, .notAllowed, .readOnly, .passwordFileOpen: .notPermitted
    case .noSuchDatabase, .noSuchTable, .noSuchColumn, .file: .noInput
    case .typeNotRead, .brokenAnswer, .answerCut, .doesNotFit, .unsure: .data
    case .imported: .cannotCreate
    case .table(let error): error.exitCode
    default: .unavailable
    }
  }
}
