// swiftlint:disable all
import Amplify
import Foundation

public struct Article: Model {
  public let id: String
  public var title: String
  public var summary: String?
  public var readers: [Int]?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    title: String
  ) {
    self.init(
      id: id,
      title: title,
      summary: nil,
      readers: nil,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    title: String,
    summary: String? = nil,
    readers: [Int]? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.readers = readers
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
