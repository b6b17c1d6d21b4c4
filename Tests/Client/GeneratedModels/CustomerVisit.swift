// swiftlint:disable all
import Amplify
import Foundation

public struct CustomerVisit: Model {
  public let id: String
  public var customerId: String?
  public var day: Temporal.Date
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    customerId: String? = nil,
    day: Temporal.Date
  ) {
    self.init(
      id: id,
      customerId: customerId,
      day: day,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    customerId: String? = nil,
    day: Temporal.Date,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.customerId = customerId
    self.day = day
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
