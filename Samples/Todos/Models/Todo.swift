// swiftlint:disable all
import Amplify
import Foundation

public struct Todo: Model {
  public let id: String
  public var title: String
  public var done: Bool?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    title: String,
    done: Bool? = nil
  ) {
    self.init(
      id: id,
      title: title,
      done: done,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    title: String,
    done: Bool? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.title = title
    self.done = done
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
