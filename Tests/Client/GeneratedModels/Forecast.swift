// swiftlint:disable all
import Amplify
import Foundation

public struct Forecast: Model {
  public let id: String
  public var weather: Weather
  public var tomorrow: Weather?
  public var later: [Weather]
  public var maybe: [Weather?]?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    weather: Weather,
    tomorrow: Weather? = nil,
    later: [Weather] = [],
    maybe: [Weather?]? = []
  ) {
    self.init(
      id: id,
      weather: weather,
      tomorrow: tomorrow,
      later: later,
      maybe: maybe,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    weather: Weather,
    tomorrow: Weather? = nil,
    later: [Weather] = [],
    maybe: [Weather?]? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.weather = weather
    self.tomorrow = tomorrow
    self.later = later
    self.maybe = maybe
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
