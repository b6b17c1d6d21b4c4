// swiftlint:disable all
import Amplify
import Foundation

public struct Theatre: Model {
  public let city: String
  public let name: String
  public var seats: List<Seat>?
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
    seats: List<Seat>? = [],
    director: Director? = nil,
    theatreDirectorNation: String? = nil,
    theatreDirectorName: String? = nil
  ) {
    self.init(
      city: city,
      name: name,
      seats: seats,
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
    seats: List<Seat>? = [],
    director: Director? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil,
    theatreDirectorNation: String? = nil,
    theatreDirectorName: String? = nil
  ) {
    self.city = city
    self.name = name
    self.seats = seats
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
    seats = try values.decodeIfPresent(List<Seat>.self, forKey: .seats) ?? .init()
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
    try container.encode(seats, forKey: .seats)
    try container.encode(_director, forKey: .director)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
    try container.encode(theatreDirectorNation, forKey: .theatreDirectorNation)
    try container.encode(theatreDirectorName, forKey: .theatreDirectorName)
  }
}
