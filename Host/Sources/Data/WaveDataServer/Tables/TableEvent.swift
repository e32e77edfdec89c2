import WaveDataWire
import WaveServer
import WaveWire

/// An event of a table, which is sent to all clients of the data instrument.
enum TableEvent: SourceEventing {
  /// The table's description has changed, for example its number of rows.
  case table(TableDescription)
  /// The requests that the table supports, or the availability of its engine, have changed.
  case abilities(TableAbilities)
  /// The columns and their statistics have changed.
  case columns([TableColumns])
  /// The x axis of the table's own order has changed.
  case axis(TableAxis)
  /// A long operation has made progress.
  case progress(TableWork)
  /// A message for the user.
  case notice(Notice)
}
