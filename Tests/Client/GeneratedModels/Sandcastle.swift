// swiftlint:disable all
import Amplify
import Foundation

public struct Sandcastle: Model {
  public let id: String
  public var height: Int?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    height: Int? = nil
  ) {
    self.init(
      id: id,
      height: height,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    height: Int? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.height = height
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
