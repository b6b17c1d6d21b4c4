// swiftlint:disable all
import Amplify
import Foundation

public struct Shop: Model {
  public let id: String
  public var address: Address
  public var hours: [OpeningHours]?
  public var origin: Coordinates?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    address: Address,
    hours: [OpeningHours]? = [],
    origin: Coordinates? = nil
  ) {
    self.init(
      id: id,
      address: address,
      hours: hours,
      origin: origin,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    address: Address,
    hours: [OpeningHours]? = [],
    origin: Coordinates? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.address = address
    self.hours = hours
    self.origin = origin
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
