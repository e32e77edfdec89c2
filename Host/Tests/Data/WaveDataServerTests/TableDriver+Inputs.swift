import WaveDataFeed
import WaveDataWire

@testable import WaveDataServer

extension TableDriver {
  func show(_ view: ShowTable) { receive(.show(view)) }
  func show(_ lane: ShowLane) { receive(.lane(lane)) }
  func show(_ texts: ShowTexts) { receive(.texts(texts)) }
  func show(_ scatter: ShowScatter) { receive(.scatter(scatter)) }
  func read(_ request: RowRequests.Request) { receive(.read(request)) }
  func set(_ filter: SetFilter) { receive(.filter(filter)) }
  func derive(_ request: DeriveColumn) { receive(.derive(request)) }
  func export(_ request: ExportRows) { receive(.export(request)) }
  func close() { receive(.close) }
}
