// swiftlint:disable all
import Amplify
import Foundation

public struct Match: Model {
  public let leagueID: String
  public let round: Int
  public var playedAt: Temporal.DateTime?
  internal var _league: LazyReference<League>
  public var league: League? {
    get async throws {
      try await _league.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    leagueID: String,
    round: Int,
    playedAt: Temporal.DateTime? = nil,
    league: League? = nil
  ) {
    self.init(
      leagueID: leagueID,
      round: round,
      playedAt: playedAt,
      league: league,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    leagueID: String,
    round: Int,
    playedAt: Temporal.DateTime? = nil,
    league: League? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.leagueID = leagueID
    self.round = round
    self.playedAt = playedAt
    self._league = LazyReference(league)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setLeague(_ league: League? = nil) {
    self._league = LazyReference(league)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    leagueID = try values.decode(String.self, forKey: .leagueID)
    round = try values.decode(Int.self, forKey: .round)
    playedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .playedAt)
    _league = try values.decodeIfPresent(LazyReference<League>.self, forKey: .league) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(leagueID, forKey: .leagueID)
    try container.encode(round, forKey: .round)
    try container.encode(playedAt, forKey: .playedAt)
    try container.encode(_league, forKey: .league)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
