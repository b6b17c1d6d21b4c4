// swiftlint:disable all
import Amplify
import Foundation

public struct Tally: Model {
  public let id: Int
  public var value: Int
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: Int,
    value: Int
  ) {
    self.init(
      id: id,
      value: value,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: Int,
    value: Int,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.value = value
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
