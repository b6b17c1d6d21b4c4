// swiftlint:disable all
import Amplify
import Foundation

public struct Child: Model {
  public let id: String
  public var toys: List<Toy>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    toys: List<Toy>? = []
  ) {
    self.init(
      id: id,
      toys: toys,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    toys: List<Toy>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.toys = toys
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
