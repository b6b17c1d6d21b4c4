// swiftlint:disable all
import Amplify
import Foundation

extension Channel {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case episodes
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let channel = Channel.keys

    model.listPluralName = "Channels"
    model.syncPluralName = "Channels"

    model.attributes(
      .primaryKey(fields: [channel.id])
    )

    model.fields(
      .field(channel.id, is: .required, ofType: .string),
      .hasMany(channel.episodes, is: .optional, ofType: Episode.self, associatedWith: Episode.keys.channelID),
      .field(channel.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(channel.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Channel> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Channel: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Channel {
  public var id: FieldPath<String> {
    string("id")
  }
  public var episodes: ModelPath<Episode> {
    Episode.Path(name: "episodes", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
