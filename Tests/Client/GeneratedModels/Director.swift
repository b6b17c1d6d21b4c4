// swiftlint:disable all
import Amplify
import Foundation

public struct Director: Model {
  public let nation: String
  public let name: String
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    nation: String,
    name: String
  ) {
    self.init(
      nation: nation,
      name: name,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    nation: String,
    name: String,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.nation = nation
    self.name = name
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
