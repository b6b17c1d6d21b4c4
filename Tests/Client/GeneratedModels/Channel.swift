// swiftlint:disable all
import Amplify
import Foundation

public struct Channel: Model {
  public let id: String
  public var episodes: List<Episode>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    episodes: List<Episode>? = []
  ) {
    self.init(
      id: id,
      episodes: episodes,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    episodes: List<Episode>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.episodes = episodes
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
