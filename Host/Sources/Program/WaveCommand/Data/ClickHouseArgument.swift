import Foundation
import WaveClickHouse
import WaveDataServer
import WaveTables

/// A table of a ClickHouse server as written on the command line.
enum ClickHouseArgument {
  /// What an argument opens.
  ///
  /// The server is asked once, so that a wrong password or name is told at once; one that does not answer is
  /// asked again while its table is served.
  /// - Parameters:
  ///   - argument: As it was written.
  ///   - passwordFile: Where the password is; nil where it is in the environment, or asked for.
  /// - Returns: The table; nil where it is no such one.
  /// - Throws: `CommandFailure`.
  static func opening(
    _ argument: String, passwordFile: String?
  ) async throws(CommandFailure) -> TableOpening? {
    guard ClickHouseAddress.isMeant(by: argument) else { return nil }
    do throws(ClickHouseError) {
      let address = try ClickHouseAddress(argument)
      let client = try await client(address, passwordFile: passwordFile) { client throws(ClickHouseError) in
        _ = try await ClickHouseColumns(address, client: client)
      }
      // Without a folder of its own what was seen is kept in memory alone.
      let folder = try? CacheFolder(environment: ProcessInfo.processInfo.environment)
      return TableOpening(name: "\(address.database).\(address.table)") { () async throws(ColumnFailure) in
        let columns: ClickHouseColumns
        do throws(ClickHouseError) {
          columns = try await ClickHouseColumns(address, client: client)
        } catch {
          throw ClickHouseColumns.failure(error)
        }
        return try await TiledColumns(columns, name: address.shown, folder: folder)
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Who asks the server, with a password that it takes.
  ///
  /// - Parameters:
  ///   - address: The server, its user and table.
  ///   - passwordFile: Where the password is; nil where it is in the environment, or asked for.
  ///   - limits: What a query may cost.
  ///   - isPatient: Whether a server that does not answer is no error yet.
  ///   - look: Asks the server something that tells whether it lets the user in.
  /// - Returns: Who asks.
  /// - Throws: `ClickHouseError`.
  static func client(
    _ address: ClickHouseAddress, passwordFile: String?, limits: ClickHouseLimits = .init(),
    isPatient: Bool = true,
    look: (ClickHouseClient) async throws(ClickHouseError) -> Void
  ) async throws(ClickHouseError) -> ClickHouseClient {
    if address.hasPassword {
      StandardFiles.say(
        """
        waveglass: a password in an address can be read by others: give it in CLICKHOUSE_PASSWORD or by \
        --password-file
        """
      )
    }
    var password =
      if let own = address.urlPassword {
        own
      } else {
        try ClickHousePassword.find(
          file: passwordFile, environment: ProcessInfo.processInfo.environment, prompt: nil)
      }
    while true {
      // OpenSSL's own name for it, which curl and others heed, too.
      let authorities = ProcessInfo.processInfo.environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
      let client = ClickHouseClient(address, password: password, limits: limits, authorities: authorities)
      do throws(ClickHouseError) {
        try await look(client)
        return client
      } catch .refusedPassword(let user, let place) where password.isEmpty {
        await client.close()
        guard isatty(STDIN_FILENO) == 1, let told = ClickHousePassword.ask(user: user, place: place) else {
          throw .refusedPassword(user: user, place: place)
        }
        password = told
      } catch .notReachable(let place, let reason) where isPatient {
        StandardFiles.say(
          "waveglass: \(ClickHouseError.notReachable(place: place, reason: reason)); trying again")
        return client
      } catch {
        await client.close()
        throw error
      }
    }
  }
}

extension CommandFailure {
  init(_ error: ClickHouseError) {
    let code: Code =
      switch error {
      case .notAddress: .usage
      case .notReachable, .notClickHouse: .noHost
      case .refusedPassword, .notAllowed, .readOnly, .passwordFileOpen: .notPermitted
      case .noSuchDatabase, .noSuchTable, .noSuchColumn, .file: .noInput
      case .typeNotRead, .brokenAnswer, .answerCut, .doesNotFit, .unsure: .data
      case .imported: .cannotCreate
      case .table(let error): CommandFailure(error).code
      default: .unavailable
      }
    self.init(code: code, message: error.description)
  }
}
