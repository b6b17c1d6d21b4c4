// swiftlint:disable all
import Amplify
import Foundation

public struct Booklet: Model {
  public let id: String
  public var outline: Outline?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    outline: Outline? = nil
  ) {
    self.init(
      id: id,
      outline: outline,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    outline: Outline? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.outline = outline
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
