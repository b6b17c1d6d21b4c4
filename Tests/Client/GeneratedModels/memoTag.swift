// swiftlint:disable all
import Amplify
import Foundation

public struct memoTag: Model {
  public let id: String
  internal var _owner: LazyReference<memo>
  public var owner: memo? {
    get async throws {
      try await _owner.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    owner: memo? = nil
  ) {
    self.init(
      id: id,
      owner: owner,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    owner: memo? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self._owner = LazyReference(owner)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setOwner(_ owner: memo? = nil) {
    self._owner = LazyReference(owner)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    _owner = try values.decodeIfPresent(LazyReference<memo>.self, forKey: .owner) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(_owner, forKey: .owner)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
