// swiftlint:disable all
import Amplify
import Foundation

public struct Theatre: Model {
  public let city: String
  public let name: String
  public var chairs: List<Chair>?
  internal var _director: LazyReference<Director>
  public var director: Director? {
    get async throws {
      try await _director.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  public var theatreDirectorNation: String?
  public var theatreDirectorName: String?

  public init(
    city: String,
    name: String,
    chairs: List<Chair>? = [],
    director: Director? = nil,
    theatreDirectorNation: String? = nil,
    theatreDirectorName: String? = nil
  ) {
    self.init(
      city: city,
      name: name,
      chairs: chairs,
      director: director,
      createdAt: nil,
      updatedAt: nil,
      theatreDirectorNation: theatreDirectorNation,
      theatreDirectorName: theatreDirectorName
    )
  }

  internal init(
    city: String,
    name: String,
    chairs: List<Chair>? = [],
    director: Director? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil,
    theatreDirectorNation: String? = nil,
    theatreDirectorName: String? = nil
  ) {
    self.city = city
    self.name = name
    self.chairs = chairs
    self._director = LazyReference(director)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.theatreDirectorNation = theatreDirectorNation
    self.theatreDirectorName = theatreDirectorName
  }

  public mutating func setDirector(_ director: Director? = nil) {
    self._director = LazyReference(director)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    city = try values.decode(String.self, forKey: .city)
    name = try values.decode(String.self, forKey: .name)
    chairs = try values.decodeIfPresent(List<Chair>.self, forKey: .chairs) ?? .init()
    _director = try values.decodeIfPresent(LazyReference<Director>.self, forKey: .director) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
    theatreDirectorNation = try values.decodeIfPresent(String.self, forKey: .theatreDirectorNation)
    theatreDirectorName = try values.decodeIfPresent(String.self, forKey: .theatreDirectorName)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(city, forKey: .city)
    try container.encode(name, forKey: .name)
    try container.encode(chairs, forKey: .chairs)
    try container.encode(_director, forKey: .director)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
    try container.encode(theatreDirectorNation, forKey: .theatreDirectorNation)
    try container.encode(theatreDirectorName, forKey: .theatreDirectorName)
  }
}
