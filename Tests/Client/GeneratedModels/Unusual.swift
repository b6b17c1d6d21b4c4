// swiftlint:disable all
import Amplify
import Foundation

public struct Unusual: Model {
  public let id: String
  public var createdAt: Int?
  public var updatedAt: String

  public init(
    id: String = UUID().uuidString,
    createdAt: Int? = nil,
    updatedAt: String
  ) {
    self.id = id
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
