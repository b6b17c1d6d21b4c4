// swiftlint:disable all
import Amplify
import Foundation

extension Match {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case leagueID
    case round
    case playedAt
    case league
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let match = Match.keys

    model.listPluralName = "Matches"
    model.syncPluralName = "Matches"

    model.attributes(
      .index(fields: ["leagueID", "round"], name: nil),
      .index(fields: ["leagueID", "playedAt"], name: "byLeague"),
      .primaryKey(fields: [match.leagueID, match.round])
    )

    model.fields(
      .field(match.leagueID, is: .required, ofType: .string),
      .field(match.round, is: .required, ofType: .int),
      .field(match.playedAt, is: .optional, ofType: .dateTime),
      .belongsTo(match.league, is: .optional, ofType: League.self, targetNames: ["leagueID"]),
      .field(match.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(match.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Match> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Match: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Match.IdentifierProtocol {
  public static func identifier(
    leagueID: String,
    round: Int
  ) -> Self {
    .make(fields: [(name: "leagueID", value: leagueID), (name: "round", value: round)])
  }
}

extension ModelPath where ModelType == Match {
  public var leagueID: FieldPath<String> {
    string("leagueID")
  }
  public var round: FieldPath<Int> {
    int("round")
  }
  public var playedAt: FieldPath<Temporal.DateTime> {
    datetime("playedAt")
  }
  public var league: ModelPath<League> {
    League.Path(name: "league", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
