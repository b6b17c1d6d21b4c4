// swiftlint:disable all
import Amplify
import Foundation

public struct Account: Model {
  public let id: String
  internal var _profile: LazyReference<Profile>
  public var profile: Profile {
    get async throws {
      try await _profile.require()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  public var accountProfileId: String

  public init(
    id: String = UUID().uuidString,
    profile: Profile,
    accountProfileId: String
  ) {
    self.init(
      id: id,
      profile: profile,
      createdAt: nil,
      updatedAt: nil,
      accountProfileId: accountProfileId
    )
  }

  internal init(
    id: String = UUID().uuidString,
    profile: Profile,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil,
    accountProfileId: String
  ) {
    self.id = id
    self._profile = LazyReference(profile)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.accountProfileId = accountProfileId
  }

  public mutating func setProfile(_ profile: Profile) {
    self._profile = LazyReference(profile)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    _profile = try values.decodeIfPresent(LazyReference<Profile>.self, forKey: .profile) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
    accountProfileId = try values.decode(String.self, forKey: .accountProfileId)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(_profile, forKey: .profile)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
    try container.encode(accountProfileId, forKey: .accountProfileId)
  }
}
