// swiftlint:disable all
import Amplify
import Foundation

public struct Reading: Model {
  public let sensor: String
  public let takenAt: Temporal.DateTime
  public let channel: Int
  public var value: Double
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    sensor: String,
    takenAt: Temporal.DateTime,
    channel: Int,
    value: Double
  ) {
    self.init(
      sensor: sensor,
      takenAt: takenAt,
      channel: channel,
      value: value,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    sensor: String,
    takenAt: Temporal.DateTime,
    channel: Int,
    value: Double,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.sensor = sensor
    self.takenAt = takenAt
    self.channel = channel
    self.value = value
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
