// swiftlint:disable all
import Amplify
import Foundation

public struct League: Model {
  public let id: String
  public var matches: List<Match>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    matches: List<Match>? = []
  ) {
    self.init(
      id: id,
      matches: matches,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    matches: List<Match>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.matches = matches
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
