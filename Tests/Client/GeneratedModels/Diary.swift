// swiftlint:disable all
import Amplify
import Foundation

public struct Diary: Model {
  public let id: String
  public var today: mood?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    today: mood? = nil
  ) {
    self.init(
      id: id,
      today: today,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    today: mood? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.today = today
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
