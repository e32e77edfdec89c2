import WaveDataWire
import WaveServer
import WaveWire

/// An event of a table, for every client of tables.
enum TableEvent: SourceEventing {
  /// The table's description has changed, for example its number of rows.
  case table(TableDescription)
  /// The available requests and the condition of the engine have changed.
  case abilities(TableAbilities)
  /// The columns and their statistics have changed.
  case columns([TableColumns])
  /// The x axis of the table's own order has changed.
  case axis(TableAxis)
  /// Progress of long work.
  case progress(TableWork)
  /// A message for the user.
  case notice(Notice)
}
