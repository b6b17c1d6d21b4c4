// swiftlint:disable all
import Amplify
import Foundation

public struct Project: Model {
  public let id: String
  public var name: String?
  internal var _team: LazyReference<Team>
  public var team: Team? {
    get async throws {
      try await _team.get()
    }
  }
  internal var _substitutes: LazyReference<Team>
  public var substitutes: Team? {
    get async throws {
      try await _substitutes.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  public var projectTeamId: String?
  public var projectSubstitutesId: String?

  public init(
    id: String = UUID().uuidString,
    name: String? = nil,
    team: Team? = nil,
    substitutes: Team? = nil,
    projectTeamId: String? = nil,
    projectSubstitutesId: String? = nil
  ) {
    self.init(
      id: id,
      name: name,
      team: team,
      substitutes: substitutes,
      createdAt: nil,
      updatedAt: nil,
      projectTeamId: projectTeamId,
      projectSubstitutesId: projectSubstitutesId
    )
  }

  internal init(
    id: String = UUID().uuidString,
    name: String? = nil,
    team: Team? = nil,
    substitutes: Team? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil,
    projectTeamId: String? = nil,
    projectSubstitutesId: String? = nil
  ) {
    self.id = id
    self.name = name
    self._team = LazyReference(team)
    self._substitutes = LazyReference(substitutes)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.projectTeamId = projectTeamId
    self.projectSubstitutesId = projectSubstitutesId
  }

  public mutating func setTeam(_ team: Team? = nil) {
    self._team = LazyReference(team)
  }

  public mutating func setSubstitutes(_ substitutes: Team? = nil) {
    self._substitutes = LazyReference(substitutes)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    name = try values.decodeIfPresent(String.self, forKey: .name)
    _team = try values.decodeIfPresent(LazyReference<Team>.self, forKey: .team) ?? LazyReference(identifiers: nil)
    _substitutes = try values.decodeIfPresent(LazyReference<Team>.self, forKey: .substitutes) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
    projectTeamId = try values.decodeIfPresent(String.self, forKey: .projectTeamId)
    projectSubstitutesId = try values.decodeIfPresent(String.self, forKey: .projectSubstitutesId)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(_team, forKey: .team)
    try container.encode(_substitutes, forKey: .substitutes)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
    try container.encode(projectTeamId, forKey: .projectTeamId)
    try container.encode(projectSubstitutesId, forKey: .projectSubstitutesId)
  }
}
