// swiftlint:disable all
import Amplify
import Foundation

public struct Profile: Model {
  public let id: String
  public var nickname: String?
  internal var _account: LazyReference<Account>
  public var account: Account? {
    get async throws {
      try await _account.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    nickname: String? = nil,
    account: Account? = nil
  ) {
    self.init(
      id: id,
      nickname: nickname,
      account: account,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    nickname: String? = nil,
    account: Account? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.nickname = nickname
    self._account = LazyReference(account)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setAccount(_ account: Account? = nil) {
    self._account = LazyReference(account)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    nickname = try values.decodeIfPresent(String.self, forKey: .nickname)
    _account = try values.decodeIfPresent(LazyReference<Account>.self, forKey: .account) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(nickname, forKey: .nickname)
    try container.encode(_account, forKey: .account)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
