import ArgumentParser

/// `waveglass serve`: serves sources to browsers.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve sources to the browser and print the address.",
    discussion: """
      A SOURCE is demo: (a simulated receiver), rtltcp://HOST:PORT (a dongle behind rtl_tcp), file:PATH or a \
      plain path. A recording takes speed=, raw IQ also rate= and frequency=, with suffixes k, M and G. A \
      dongle \
      takes rate= (the highest to use), frequency=, tunergain=auto or decibels, ppm=, biastee=on and agc=on. \
      Of a file channel= picks one of several, and verify=no leaves a checksum alone.

      Sensors are demo:ecg, demo:imu, demo:streams (simulated) and recordings of signals: WFDB, EDF, BDF, \
      DICOM, \
      tables as CSV. These take speed=, a table without times rate= as well. Sensors that write lines of \
      numbers are \
      lines:DEVICE (with baud=), lines:tcp://HOST:PORT, lines:udp://:PORT and lines:- for what is piped in, \
      and \
      mqtt://HOST:PORT/TOPIC (with user=, the password in WAVEGLASS_MQTT_PASSWORD); their rate= is \
      estimated unless given. phyphox://HOST:PORT shows a phone's sensors, \
      sensorlogger:PORT what the app Sensor Logger pushes there: on the loopback, beyond it with --lan or as \
      sensorlogger://ADDRESS:PORT, by the Push URL that is printed then. \
      Tables are demo:table (simulated), databases of SQLite and texts with columns, by their path or as \
      table:FILE; \
      ?table= picks one of several.
      Terrain is demo:hills (simulated) or terrain:FOLDER (DTED, HGT, GeoTIFF): a map on which a \
      transmitter's coverage is computed while its pin is dragged; \
      ?surface=FILE, or a folder, adds trees and roofs as a model of the surface has them.
      clickhouse://USER@HOST:8123/DATABASE/TABLE is asked where it is, and only what is drawn comes back: \
      ?x= is the \
      column along x, then= tells rows of the same x apart, lost=show shows the rest where a shard does not \
      answer.
      A folder shows the recordings in it, to pick one. With --recordings FOLDER a page can record sensors, \
      with --record \
      FOLDER they are recorded from the start, as .wgs: what info, convert and serve read. --math 'I - II' \
      shows a \
      stream made of two others.

      EXAMPLES
        waveglass serve demo:
        waveglass serve 'rtltcp://raspberry:1234?frequency=99.5M'
        waveglass serve recording.csv.gz
        waveglass serve demo:ecg --math 'V1 - V2'
        waveglass serve 'lines:/dev/ttyUSB0?baud=115200'
        waveglass serve demo:ecg --recordings ~/recordings
        waveglass serve ~/recordings
        waveglass serve measurements.sqlite
        waveglass serve demo:hills
        waveglass serve terrain:tiles
        waveglass serve 'terrain:tiles?surface=dsm.tif'
        waveglass serve terrain:tiles --terrain-url 'https://dem.example/{name}.hgt.gz'
        waveglass serve 'table:shop.db?table=orders'
        waveglass open 'clickhouse://reader@db.example.org/metrics/load?x=time' --password-file ~/.ch
        waveglass serve patient/100.hea 'file:sleep.edf?speed=60'
        waveglass serve 'file:band.cu8?rate=2.4M&frequency=99.5M'
        rtl_power -f 88M:108M:10k -i 1 - | waveglass serve -
        hackrf_sweep -B | waveglass serve -
        rtl_sdr -f 99.5M - | waveglass serve '-?format=cu8&rate=2.048M&frequency=99.5M'
        waveglass serve demo: --port 9000
        waveglass serve demo: --lan                 watch from phones and other machines, too
        waveglass serve demo: --lan --tls-cert chain.pem --tls-key key.pem
        waveglass serve demo: --behind-proxy https://radio.example.org
      """)

  @Argument(
    help: ArgumentHelp(
      """
      What to serve: demo:, demo:ecg, rtltcp://HOST:PORT, file:PATH?speed=20, a path, or - for what is piped \
      in.
      """,
      valueName: "source"))
  var sources: [String]

  @OptionGroup var options: ServingOptions

  func run() async throws {
    do throws(CommandFailure) {
      try await Serving.run(sources, options: options, defaultPort: 8080, opensBrowser: false)
    } catch {
      throw error.report()
    }
  }
}
