extension DrawList {
  /// Creates a field: a ring of `rows` rows of up to `columns` 16-bit values, initially without data.
  public mutating func createField(_ id: UInt32, columns: Int, rows: Int) {
    change(id, by: DrawOperation.fieldCreate, UInt32(columns), UInt32(rows))
  }

  /// Replaces one row of a field; columns for which `values` has no entry are set to “no data”.
  public mutating func fieldRow(_ id: UInt32, row: Int, values: ArraySlice<Int16>) {
    change(id, by: DrawOperation.fieldRow, UInt32(row), UInt32(values.count), more: (values.count + 1) / 2)
    var index = values.startIndex
    while index + 1 < values.endIndex {
      write(UInt32(UInt16(bitPattern: values[index])) | UInt32(UInt16(bitPattern: values[index + 1])) << 16)
      index += 2
    }
    if index < values.endIndex { write(UInt32(UInt16(bitPattern: values[index]))) }
  }

  /// Colours a field with a map that spans `low` to `high`, in the unit of the field's values.
  ///
  /// Existing rows are recoloured.
  public mutating func fieldColors(_ id: UInt32, map: ColorMap, low: Int16, high: Int16) {
    fieldColors(id, number: map.rawValue, low: low, high: high)
  }

  /// Colours a field with one of the instrument's own palettes, selected by number.
  public mutating func fieldColors(_ id: UInt32, number: UInt8, low: Int16, high: Int16) {
    change(id, by: DrawOperation.fieldColors, UInt32(number), UInt32(bitPattern: Int32(low)), more: 1)
    write(UInt32(bitPattern: Int32(high)))
  }

  /// Sets whether the fields that follow in this layer are interpolated between their values.
  ///
  /// Without interpolation, each pixel shows the colour of a single value.
  public mutating func smoothing(_ isOn: Bool) {
    beginOperation(DrawOperation.smoothing, count: 1)
    write(isOn ? 1 : 0)
  }

  /// Draws rows of a field into a rectangle.
  ///
  /// - Parameters:
  ///   - id: The number of the field.
  ///   - firstRow: The ring row drawn at the top; later rows follow downwards and wrap at the ring's end.
  ///   - rowCount: The number of rows to draw, at most the number of rows in the ring.
  ///   - sourceX: The first column to draw; fractions are allowed.
  ///   - sourceWidth: The number of columns to draw.
  ///   - rect: The rectangle to fill, in device pixels; fractions are allowed.
  public mutating func field(
    _ id: UInt32, firstRow: Int, rowCount: Int, sourceX: Float, sourceWidth: Float, rect: Rect
  ) {
    beginOperation(DrawOperation.field, count: 10)
    write(id)
    write(revision(of: id))
    write(UInt32(firstRow))
    write(UInt32(rowCount))
    write(sourceX, sourceWidth)
    write(rect)
  }
}
