// swiftlint:disable all
import Amplify
import Foundation

public struct Engine: Model {
  public let serial: String
  public var power: Int?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    serial: String,
    power: Int? = nil
  ) {
    self.init(
      serial: serial,
      power: power,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    serial: String,
    power: Int? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.serial = serial
    self.power = power
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
