// swiftlint:disable all
import Amplify
import Foundation

public struct Draft: Model {
  public let id: String
  public var title: String
  public var stars: Int?
  public var state: DraftState?
  public var `open`: Bool
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    title: String,
    stars: Int? = nil,
    state: DraftState? = nil,
    open: Bool
  ) {
    self.init(
      id: id,
      title: title,
      stars: stars,
      state: state,
      open: `open`,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    title: String,
    stars: Int? = nil,
    state: DraftState? = nil,
    open: Bool,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.title = title
    self.stars = stars
    self.state = state
    self.`open` = `open`
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
