// swiftlint:disable all
import Amplify
import Foundation

extension League {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case matches
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let league = League.keys

    model.listPluralName = "Leagues"
    model.syncPluralName = "Leagues"

    model.attributes(
      .primaryKey(fields: [league.id])
    )

    model.fields(
      .field(league.id, is: .required, ofType: .string),
      .hasMany(league.matches, is: .optional, ofType: Match.self, associatedWith: Match.keys.league),
      .field(league.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(league.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<League> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension League: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == League {
  public var id: FieldPath<String> {
    string("id")
  }
  public var matches: ModelPath<Match> {
    Match.Path(name: "matches", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
