// swiftlint:disable all
import Amplify
import Foundation

extension Episode {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case channelID
    case number
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let episode = Episode.keys

    model.listPluralName = "Episodes"
    model.syncPluralName = "Episodes"

    model.attributes(
      .index(fields: ["channelID", "number"], name: "byChannel"),
      .primaryKey(fields: [episode.id])
    )

    model.fields(
      .field(episode.id, is: .required, ofType: .string),
      .field(episode.channelID, is: .required, ofType: .string),
      .field(episode.number, is: .required, ofType: .int),
      .field(episode.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(episode.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Episode> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Episode: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Episode {
  public var id: FieldPath<String> {
    string("id")
  }
  public var channelID: FieldPath<String> {
    string("channelID")
  }
  public var number: FieldPath<Int> {
    int("number")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
