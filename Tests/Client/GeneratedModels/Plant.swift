// swiftlint:disable all
import Amplify
import Foundation

public struct Plant: Model {
  public let id: String
  internal var _garden: LazyReference<Garden>
  public var garden: Garden? {
    get async throws {
      try await _garden.get()
    }
  }
  public var season: Season?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    garden: Garden? = nil,
    season: Season? = nil
  ) {
    self.init(
      id: id,
      garden: garden,
      season: season,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    garden: Garden? = nil,
    season: Season? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self._garden = LazyReference(garden)
    self.season = season
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setGarden(_ garden: Garden? = nil) {
    self._garden = LazyReference(garden)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    _garden = try values.decodeIfPresent(LazyReference<Garden>.self, forKey: .garden) ?? LazyReference(identifiers: nil)
    season = try values.decodeIfPresent(Season.self, forKey: .season)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(_garden, forKey: .garden)
    try container.encode(season, forKey: .season)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
