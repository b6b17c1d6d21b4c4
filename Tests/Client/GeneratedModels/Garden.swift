// swiftlint:disable all
import Amplify
import Foundation

public struct Garden: Model {
  public let id: String
  public var name: String
  public var plants: List<Plant>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    name: String,
    plants: List<Plant>? = []
  ) {
    self.init(
      id: id,
      name: name,
      plants: plants,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    name: String,
    plants: List<Plant>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.name = name
    self.plants = plants
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
