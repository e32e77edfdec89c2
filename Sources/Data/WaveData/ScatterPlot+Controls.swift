import WaveDataWire
import WaveInteraction

/// The controls of the scatter plot, for its columns and for actions on the box.
extension ScatterPlot {
  func appendControls(
    _ catalog: TableCatalog, _ columns: [DataColumn], to list: inout ControlListBuilder<DataAction>
  ) {
    if boxRanges != nil {
      list.button(.scatter(.zoomToBox), label: "Show the marked values from edge to edge")
      if catalog.can(.valueFilters) {
        list.button(.scatter(.keepBox), label: "Keep only rows with the marked values")
      }
    }
    let drawn = columns.drawn
    let names = drawn.map { columns[$0].info.name }
    list.choices(
      .scatter(.chooseX), label: "Across", options: names, selected: drawn.firstIndex(of: x), style: .names)
    list.choices(
      .scatter(.chooseY), label: "Upright", options: names, selected: drawn.firstIndex(of: y), style: .names)
    list.button(.scatter(.toggle), label: "Show the columns again")
  }
}
