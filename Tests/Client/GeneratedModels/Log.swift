// swiftlint:disable all
import Amplify
import Foundation

public struct Log: Model {
  public let id: String
  public var line: String
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    line: String
  ) {
    self.init(
      id: id,
      line: line,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    line: String,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.line = line
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
