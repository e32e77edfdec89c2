import ArgumentParser
import Foundation
import WaveCertificates
import WaveServer
import WaveSystem

/// Options for network access to the server.
struct NetworkOptions: ParsableArguments {
  @Flag(help: "Allow access from other machines, over TLS.")
  var lan = false

  @Option(
    help: ArgumentHelp(
      "Address to listen on; default 127.0.0.1, with --lan all addresses.", valueName: "address"))
  var host: String?

  @Option(
    help: ArgumentHelp(
      "Certificate to use with --lan, in PEM: the server's own first, then its issuers.", valueName: "file"))
  var tlsCert: String?

  @Option(help: ArgumentHelp("Key of that certificate, in PEM without a passphrase.", valueName: "file"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "Port of the page that offers this machine's own certificate; by default the one after --port.",
      valueName: "number"))
  var caPort: Int?

  @Option(
    help: ArgumentHelp(
      "Address at which browsers open the reverse proxy that forwards to this server.", valueName: "origin"))
  var behindProxy: String?

  /// The address on which a source listens for pushed data if its argument specifies none.
  var listening: String { lan ? host ?? ListeningAddress.everywhere : ListeningAddress.loopback }

  func validate() throws {
    try require((tlsCert == nil) == (tlsKey == nil), "--tls-cert and --tls-key must be given together.")
    try require(lan || tlsCert == nil && caPort == nil, "--tls-cert, --tls-key and --ca-port need --lan.")
    try require(
      tlsCert == nil || caPort == nil, "With --tls-cert, no page offers a certificate: leave out --ca-port.")
    try require((0...65_535).contains(caPort ?? 0), "The port must be a number from 0 to 65535.")
    if let behindProxy {
      try require(!lan, "Give --lan or --behind-proxy, not both.")
      try require(
        ProxyOrigin(behindProxy) != nil,
        """
        --behind-proxy must be the address that browsers open, such as https://radio.example.org, \
        optionally with a port.
        """)
    }
    try require(
      lan || behindProxy != nil || ListeningAddress.isLoopback(host ?? ListeningAddress.loopback),
      """
      With this --host, others on the network can watch: give --lan, which secures the connection, or \
      --behind-proxy ORIGIN if a reverse proxy secures it.
      """)
  }
}

/// The settings for access to the server over the network, with notes to print in the terminal.
struct NetworkAccess: Sendable {
  let host: String
  let access: ServerAccess
  private let notes: [String]

  /// Sets up network access as the options specify, and reads the certificate or creates one.
  init(_ options: NetworkOptions, port: Int) throws(CommandFailure) {
    // With `--lan`, `validate()` refuses `--behind-proxy`.
    guard options.lan else {
      host = options.host ?? ListeningAddress.loopback
      access = options.behindProxy.flatMap(ProxyOrigin.init).map { .behindProxy($0) } ?? .loopback
      notes = []
      return
    }
    host = options.host ?? ListeningAddress.everywhere
    do throws(CertificateError) {
      if let certificate = options.tlsCert, let key = options.tlsKey {
        let keeper = try CertificateKeeper(certificatePath: certificate, keyPath: key, at: Date())
        access = .secure(keeper, authority: nil)
        notes = ["The certificate is for \(keeper.certificate.hosts.joined(separator: ", "))."]
      } else {
        let (authority, note) = try NetworkAccess.authority()
        let port = options.caPort ?? (port == 0 || port == 65_535 ? 0 : port + 1)
        access = .secure(
          try CertificateKeeper(authority: authority, at: Date()),
          authority: AuthorityOffer(authority: authority, port: port))
        notes = ["Its SHA-256 fingerprint is \(authority.fingerprint)"] + note
      }
    } catch { throw CommandFailure(error) }
  }

  /// Opens or creates this machine's certificate authority, and returns it with notes to print in the
  /// terminal.
  private static func authority() throws(CertificateError) -> (LocalAuthority, [String]) {
    let state = try CertificateError.converting(
      CertificateError.file, StateDirectory(environment: ProcessInfo.processInfo.environment))
    let machine = HostNames.current()
    let (authority, isNew) = try LocalAuthority.open(in: state, for: machine, at: Date())
    let path = state.path(of: LocalAuthority.fileName)
    var notes: [String] = []
    if isNew { notes.append("The authority is new, and is stored in \(path)") }
    let covered = authority.covered(of: machine)
    if covered.names != machine.names {
      notes.append("It was created when this machine had another name: to use the new name, remove \(path)")
    }
    if let address = NumericAddress.outgoing, !covered.addresses.contains(address) {
      notes.append(
        "It is not valid for \(address), which is not a private address: use a name, or --tls-cert")
    }
    if authority.notAfter < Date() + 90 * 86_400 {
      let day = authority.notAfter.formatted(.iso8601.year().month().day())
      notes.append("It expires on \(day): remove \(path), and let devices trust the new one")
    }
    return (authority, notes)
  }

  /// Returns the lines to print once the server is running.
  func lines(_ addresses: ServerAddresses) -> [String] {
    var lines = ["Waveglass is at \(addresses.page)"]
    if case .behindProxy = access { lines.append("The proxy forwards to \(addresses.local)") }
    if let authority = addresses.authority { lines.append("Devices trust it after a visit to \(authority)") }
    return lines + notes
  }
}
