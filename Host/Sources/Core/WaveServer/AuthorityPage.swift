/// The HTML of the page that offers the certificate authority.
enum AuthorityPage {
  static let style = """
    :root { color-scheme: light dark; font: 106.25%/1.5 system-ui, sans-serif; }
    @supports (font: -apple-system-body) and (-webkit-touch-callout: none) {
      :root { font: -apple-system-body; line-height: 1.5; }
    }
    body { max-width: 40rem; margin: 0 auto; padding: 1rem max(1rem, env(safe-area-inset-right)) 1rem \
    max(1rem, env(safe-area-inset-left)); }
    p > a { display: inline-block; padding: .6rem 0; }
    h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 1.5rem 0 0; }
    a.get { display: inline-block; padding: .8rem 1.2rem; border: 2px solid; border-radius: .6rem; }
    code { font: 1rem/1.6 ui-monospace, monospace; overflow-wrap: anywhere; }
    """

  /// Returns the HTML of the page.
  ///
  /// - Parameters:
  ///   - fingerprint: The certificate's SHA-256 fingerprint, in hexadecimal digits and colons.
  ///   - address: The address of the page to open once a device trusts the authority.
  /// - Returns: HTML without scripts.
  static func text(fingerprint: String, address: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <title>Trust this Waveglass</title>
    <style>\(style)</style>
    <h1>Trust this Waveglass</h1>
    <p>A device shows Waveglass over a secure connection once it trusts the certificate of the computer that \
    runs it. The certificate vouches for that computer and for addresses inside private networks, and for \
    nothing else.</p>
    <p><a class="get" href="\(AuthoritySite.certificatePath)">Get the certificate</a></p>
    <p>This page came over an open connection. So before you trust, compare the fingerprint that the device \
    shows with the one in the terminal of that computer. It should be, as SHA-256,</p>
    <p><code>\(fingerprint.replacing(":", with: ":<wbr>"))</code></p>
    <p>Once the certificate is trusted, open <a href="\(address)">\(address)</a></p>
    <h2>iPhone and iPad</h2>
    <ol>
    <li>Open this page in Safari, tap <i>Get the certificate</i>, and allow the download.</li>
    <li>Settings &gt; General &gt; VPN &amp; Device Management: tap the profile. Under <i>More Details</i> \
    compare the fingerprint. Then <i>Install</i>.</li>
    <li>Settings &gt; General &gt; About &gt; Certificate Trust Settings: switch the certificate on. Without \
    this step it is installed and not trusted.</li>
    </ol>
    <h2>Android</h2>
    <ol>
    <li>Tap <i>Get the certificate</i>.</li>
    <li>Settings &gt; Security &amp; privacy &gt; More security settings &gt; Encryption &amp; credentials \
    &gt; Install a certificate &gt; CA certificate: choose the downloaded file. (Names differ; search the \
    settings for <i>CA certificate</i>.)</li>
    <li>Compare the fingerprint under Trusted credentials &gt; User.</li>
    </ol>
    <h2>macOS</h2>
    <p>Open the file; Keychain Access takes it. Double-click it there, compare the fingerprint, and under \
    <i>Trust</i> choose <i>Always Trust</i>.</p>
    <h2>Windows</h2>
    <p>Open the file, compare the fingerprint, <i>Install Certificate</i>, and choose the store <i>Trusted \
    Root Certification Authorities</i>. (Windows shows SHA-1; <code>certutil -hashfile waveglass.crt \
    SHA256</code> shows the one above.)</p>
    <h2>Linux</h2>
    <p>Chromium: Settings &gt; Privacy and security &gt; Security &gt; Manage certificates &gt; Authorities \
    &gt; Import, or <code>certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n Waveglass -i waveglass.crt</code> \
    (package <code>libnss3-tools</code>). <code>openssl x509 -in waveglass.crt -inform der -noout \
    -fingerprint -sha256</code> shows the fingerprint.</p>
    <h2>Firefox, on any system</h2>
    <p>Settings &gt; Privacy &amp; Security &gt; Certificates &gt; View Certificates &gt; Authorities &gt; \
    Import; tick <i>identify websites</i>.</p>
    <h2>When you no longer need it</h2>
    <p>Remove it where you installed it. Nothing else on the device changes.</p>
    </html>
    """
  }
}
