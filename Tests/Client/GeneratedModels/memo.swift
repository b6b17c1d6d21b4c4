// swiftlint:disable all
import Amplify
import Foundation

public struct memo: Model {
  public let id: String
  public var text: String?
  public var tags: List<memoTag>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    text: String? = nil,
    tags: List<memoTag>? = []
  ) {
    self.init(
      id: id,
      text: text,
      tags: tags,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    text: String? = nil,
    tags: List<memoTag>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.text = text
    self.tags = tags
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
