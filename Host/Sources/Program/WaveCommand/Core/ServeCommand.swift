import ArgumentParser

/// `waveglass serve`: serves sources to browsers.
struct ServeCommand: AsyncReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve sources to the browser and print the address.",
    discussion: """
      A SOURCE is demo: (a simulated receiver), rtltcp://HOST:PORT (a dongle behind rtl_tcp), file:PATH or a \
      plain path. A recording takes speed=, raw IQ also rate= and frequency=, with suffixes k, M and G. A \
      dongle takes rate= (the highest to use), frequency=, tunergain=auto or decibels, ppm=, biastee=on and \
      agc=on. For a file, channel= selects one of several channels, and verify=no skips the checksum.

      Sensors are demo:ecg, demo:imu, demo:streams (simulated) and recordings of signals: WFDB, EDF, BDF, \
      DICOM, tables as CSV. These take speed=, and tables without times also rate=. Sensors that write lines \
      of numbers are lines:DEVICE (with baud=), lines:tcp://HOST:PORT, lines:udp://:PORT and lines:- for \
      standard input, and mqtt://HOST:PORT/TOPIC (with user=, the password in WAVEGLASS_MQTT_PASSWORD); \
      their rate= is estimated unless given. phyphox://HOST:PORT shows a phone's sensors, sensorlogger:PORT \
      the data that the app Sensor Logger pushes: on loopback, or from other machines with --lan or \
      sensorlogger://ADDRESS:PORT, to the Push URL that is printed. Tables are demo:table (simulated), \
      SQLite databases and texts with columns, by their path or as table:FILE; ?table= selects one of \
      several.
      Terrain is demo:hills (simulated) or terrain:FOLDER (DTED, HGT, GeoTIFF): a map on which a \
      transmitter's coverage is computed while its pin is dragged; ?surface=FILE, or a folder, adds a \
      surface model with trees and roofs.
      clickhouse://USER@HOST:8123/DATABASE/TABLE is queried in place and returns only what is drawn: ?x= is \
      the column along x, then= distinguishes rows with the same x, lost=show shows the rest if a shard does \
      not answer.
      A folder shows its recordings for selection. With --recordings FOLDER, pages can record sensors; with \
      --record FOLDER, they are recorded from the start, as .wgs files, which info, convert and serve can \
      read. --math 'I - II' shows a stream computed from two others.

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
      What to serve: demo:, demo:ecg, rtltcp://HOST:PORT, file:PATH?speed=20, a path, or - for standard input.
      """,
      valueName: "source"))
  var sources: [String]

  @OptionGroup var options: ServingOptions

  func perform() async throws(CommandFailure) {
    try await Serving.run(sources, options: options, defaultPort: 8080, opensBrowser: false)
  }
}
