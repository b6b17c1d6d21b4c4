// swiftlint:disable all
import Amplify
import Foundation

public struct Country: Model {
  public let code: String
  public var name: String
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    code: String,
    name: String
  ) {
    self.init(
      code: code,
      name: name,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    code: String,
    name: String,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.code = code
    self.name = name
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
