/// The action of a control in the drawer or at the foot of the page.
package enum DataAction: Equatable, Sendable {
  // MARK: - The table

  /// Chooses the table on the screen.
  case chooseTable
  /// Reads the table, or the rest of it after an interruption.
  case readTable
  /// Discards the rows of an interrupted reading.
  case discardRows
  /// Chooses whether the other shards are shown while one does not answer.
  case chooseRest
  /// Stops the work on the table.
  case stop
  /// Stops the export.
  case stopExport
  /// Opens the drawer.
  case openDrawer

  // MARK: - The view

  /// Chooses the column on top.
  case pinColumn
  /// Chooses the x axis.
  case chooseOrder
  /// Chooses the lens of all columns.
  case chooseLens
  /// Chooses the lens of the column under the line.
  case chooseColumnLens
  /// Chooses the lens of the second picture of each lane.
  case chooseComparedLens
  /// Chooses the number of points that a lens keeps, or the values in its window.
  case chooseThreshold
  /// Chooses the order of the lanes.
  case orderLanes
  /// Sets the height of the lanes.
  case setLaneHeight
  /// Shows the rows as text, or the columns again.
  case toggleRows
  /// Acts on the scatter plot.
  case scatter(ScatterAction)

  // MARK: - Rows and columns

  /// Shows the marked rows from edge to edge.
  case zoomToRange
  /// Keeps only the marked rows.
  case keepRange
  /// Keeps only rows with the values that a lane shows.
  case keepValues
  /// Keeps only rows with the chosen text, or excludes them.
  case filterTexts(isKept: Bool)
  /// Removes the filter that has this number.
  case removeFilter(UInt8)
  /// Exports the marked rows, or those in view.
  case exportRows
  /// Adds or removes a derived column.
  case derived(DerivedAction)
}

/// The action of a control of the scatter plot.
package enum ScatterAction: Equatable, Sendable {
  /// Shows the scatter plot, or the columns again.
  case toggle
  /// Chooses the horizontal column.
  case chooseX
  /// Chooses the vertical column.
  case chooseY
  /// Shows the marked values from edge to edge.
  case zoomToBox
  /// Keeps only rows with the marked values.
  case keepBox
}

/// The action of a control of derived columns.
package enum DerivedAction: Equatable, Sendable {
  /// Adds a column with a typed formula.
  case typeFormula
  /// Adds the change from row to row of the column under the line.
  case makeChange
  /// Adds the value of an earlier row.
  case makeLag
  /// Adds the moving average.
  case makeAverage
  /// Adds the difference from the pinned column.
  case makeDifference
  /// Adds the ratio to the pinned column.
  case makeRatio
  /// Removes the derived column that has this number.
  case remove(UInt8)
}
