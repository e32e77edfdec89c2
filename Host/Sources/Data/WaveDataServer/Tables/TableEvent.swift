import WaveDataWire
import WaveServer
import WaveWire

/// What happened at a table, for every client of tables.
enum TableEvent: SourceEventing {
  /// What the table is; more of its rows may have been read.
  case table(TableDescription)
  /// What can be done with it, and how its engine is.
  case abilities(TableAbilities)
  /// What is known of its columns.
  case columns([TableColumns])
  /// What stands along x, in the order of its rows.
  case axis(TableAxis)
  /// How far long work is.
  case progress(TableWork)
  /// Something to be said.
  case notice(Notice)
}
