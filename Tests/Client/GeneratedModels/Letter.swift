// swiftlint:disable all
import Amplify
import Foundation

public struct Letter: Model {
  public let id: String
  public var sentAt: Temporal.DateTime
  internal var _sender: LazyReference<Member>
  public var sender: Member {
    get async throws {
      try await _sender.require()
    }
  }
  internal var _recipient: LazyReference<Member>
  public var recipient: Member? {
    get async throws {
      try await _recipient.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  public var memberDraftsId: String?

  public init(
    id: String = UUID().uuidString,
    sentAt: Temporal.DateTime,
    sender: Member,
    recipient: Member? = nil,
    memberDraftsId: String? = nil
  ) {
    self.init(
      id: id,
      sentAt: sentAt,
      sender: sender,
      recipient: recipient,
      createdAt: nil,
      updatedAt: nil,
      memberDraftsId: memberDraftsId
    )
  }

  internal init(
    id: String = UUID().uuidString,
    sentAt: Temporal.DateTime,
    sender: Member,
    recipient: Member? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil,
    memberDraftsId: String? = nil
  ) {
    self.id = id
    self.sentAt = sentAt
    self._sender = LazyReference(sender)
    self._recipient = LazyReference(recipient)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.memberDraftsId = memberDraftsId
  }

  public mutating func setSender(_ sender: Member) {
    self._sender = LazyReference(sender)
  }

  public mutating func setRecipient(_ recipient: Member? = nil) {
    self._recipient = LazyReference(recipient)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    sentAt = try values.decode(Temporal.DateTime.self, forKey: .sentAt)
    _sender = try values.decodeIfPresent(LazyReference<Member>.self, forKey: .sender) ?? LazyReference(identifiers: nil)
    _recipient = try values.decodeIfPresent(LazyReference<Member>.self, forKey: .recipient) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
    memberDraftsId = try values.decodeIfPresent(String.self, forKey: .memberDraftsId)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(sentAt, forKey: .sentAt)
    try container.encode(_sender, forKey: .sender)
    try container.encode(_recipient, forKey: .recipient)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
    try container.encode(memberDraftsId, forKey: .memberDraftsId)
  }
}
