// swiftlint:disable all
import Amplify
import Foundation

public struct Declared: Model {
  public let id: String
  public var createdAt: Temporal.DateTime
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    createdAt: Temporal.DateTime,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
