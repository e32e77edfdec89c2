/// What the controls in the drawer and at the foot of the page do.
package enum DataAction: Equatable, Sendable {
  // MARK: - The table

  /// Chooses the table on the screen.
  case chooseTable
  /// Reads the table, or the rest of it.
  case readTable
  /// Discards the rows of a reading that ended early.
  case discardRows
  /// Chooses whether the rest is shown while a shard does not answer.
  case chooseRest
  /// Stops the work on the table.
  case stop
  /// Stops the export.
  case stopExport
  /// Opens the drawer.
  case openDrawer

  // MARK: - What is seen

  /// Chooses the column on top.
  case pinColumn
  /// Chooses what is along x.
  case chooseOrder
  /// Chooses the lens of all columns.
  case chooseLens
  /// Chooses the lens of the column under the line.
  case chooseColumnLens
  /// Chooses the lens of the second pictures.
  case chooseComparedLens
  /// Chooses how many points a lens keeps, or how many values its window has.
  case chooseThreshold
  /// Chooses the order of the lanes.
  case orderLanes
  /// Sets the height of the lanes.
  case setLaneHeight
  /// Shows the rows as text, or the columns again.
  case toggleRows
  /// Shows two columns over one another, or acts on these.
  case scatter(ScatterAction)

  // MARK: - Rows and columns

  /// Shows the marked rows from edge to edge.
  case zoomToRange
  /// Keeps only the marked rows.
  case keepRange
  /// Keeps only rows with the values that a lane shows.
  case keepValues
  /// Keeps only rows with the chosen text, or leaves them out.
  case filterTexts(isKept: Bool)
  /// Removes the filter that has this number.
  case removeFilter(UInt8)
  /// Exports the marked rows, or those in view.
  case exportRows
  /// Makes a column of others, or removes one.
  case derived(DerivedAction)
}

/// What the controls of a scatter plot do.
package enum ScatterAction: Equatable, Sendable {
  /// Shows the scatter plot, or the columns again.
  case toggle
  /// Chooses the column across.
  case chooseX
  /// Chooses the upright column.
  case chooseY
  /// Shows the marked values from edge to edge.
  case zoomToBox
  /// Keeps only rows with the marked values.
  case keepBox
}

/// What the controls of derived columns do.
package enum DerivedAction: Equatable, Sendable {
  /// Makes a column by a typed formula.
  case typeFormula
  /// Makes the change from row to row of the column under the line.
  case makeChange
  /// Makes the value some rows before.
  case makeLag
  /// Makes the moving average.
  case makeAverage
  /// Makes the difference to the pinned column.
  case makeDifference
  /// Makes the ratio to the pinned column.
  case makeRatio
  /// Removes the derived column that has this number.
  case remove(UInt8)
}
