// swiftlint:disable all
import Amplify
import Foundation

public struct Member: Model {
  public let id: String
  public var sent: List<Letter>?
  public var received: List<Letter>?
  public var drafts: List<Letter>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    sent: List<Letter>? = [],
    received: List<Letter>? = [],
    drafts: List<Letter>? = []
  ) {
    self.init(
      id: id,
      sent: sent,
      received: received,
      drafts: drafts,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    sent: List<Letter>? = [],
    received: List<Letter>? = [],
    drafts: List<Letter>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.sent = sent
    self.received = received
    self.drafts = drafts
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
