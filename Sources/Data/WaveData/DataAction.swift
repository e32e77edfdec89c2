/// An action of a control in the drawer or in the page footer.
package enum DataAction: Equatable, Sendable {
  // MARK: - The table

  /// Chooses the table to show.
  case chooseTable
  /// Reads the table, or continues an interrupted read.
  case readTable
  /// Discards the rows of an interrupted read.
  case discardRows
  /// Chooses whether to show the rows of the other shards while one shard does not respond.
  case chooseRest
  /// Stops the current work on the table.
  case stop
  /// Stops the export.
  case stopExport
  /// Opens the drawer.
  case openDrawer

  // MARK: - The view

  /// Chooses the column to pin at the top.
  case pinColumn
  /// Chooses the order of rows along the x axis.
  case chooseOrder
  /// Chooses the lens for all columns.
  case chooseLens
  /// Chooses the lens for the column under the cursor.
  case chooseColumnLens
  /// Chooses the lens for the second picture in each lane, for comparison.
  case chooseComparedLens
  /// Chooses the number of points that a lens keeps, or the length of its window in rows.
  case chooseThreshold
  /// Chooses the order of the lanes.
  case orderLanes
  /// Sets the height of the lanes.
  case setLaneHeight
  /// Switches between the lanes and the rows as text.
  case toggleRows
  /// Performs an action of the scatter plot.
  case scatter(ScatterAction)

  // MARK: - Rows and columns

  /// Zooms to the marked rows.
  case zoomToRange
  /// Keeps only the marked rows.
  case keepRange
  /// Keeps only rows whose values are in the visible range of a lane.
  case keepValues
  /// Keeps only the rows with the selected text, or excludes those rows.
  case filterTexts(isKept: Bool)
  /// Removes the filter with the given number.
  case removeFilter(UInt8)
  /// Exports the marked rows, or the visible rows if none are marked.
  case exportRows
  /// Performs an action on derived columns.
  case derived(DerivedAction)
}

/// An action of a control for the scatter plot.
package enum ScatterAction: Equatable, Sendable {
  /// Switches between the lanes and the scatter plot.
  case toggle
  /// Chooses the column for the horizontal axis.
  case chooseX
  /// Chooses the column for the vertical axis.
  case chooseY
  /// Zooms to the marked box.
  case zoomToBox
  /// Keeps only rows whose values are in the marked box.
  case keepBox
}

/// An action of a control for derived columns.
package enum DerivedAction: Equatable, Sendable {
  /// Adds a column computed by a typed formula.
  case typeFormula
  /// Adds a column with the differences between consecutive values of the column under the cursor.
  case makeChange
  /// Adds a column with the values of the column under the cursor, delayed by a number of rows.
  case makeLag
  /// Adds a column with the moving average of the column under the cursor.
  case makeAverage
  /// Adds a column with the difference between the column under the cursor and the pinned column.
  case makeDifference
  /// Adds a column with the ratio of the column under the cursor to the pinned column.
  case makeRatio
  /// Removes the derived column with the given number.
  case remove(UInt8)
}
