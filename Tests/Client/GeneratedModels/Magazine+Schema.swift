// swiftlint:disable all
import Amplify
import Foundation

extension Magazine {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case name
    case stories
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let magazine = Magazine.keys

    model.listPluralName = "Magazines"
    model.syncPluralName = "Magazines"

    model.attributes(
      .primaryKey(fields: [magazine.id])
    )

    model.fields(
      .field(magazine.id, is: .required, ofType: .string),
      .field(magazine.name, is: .required, ofType: .string),
      .hasMany(magazine.stories, is: .optional, ofType: Story.self, associatedWith: Story.keys.magazine),
      .field(magazine.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(magazine.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Magazine> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Magazine: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Magazine {
  public var id: FieldPath<String> {
    string("id")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var stories: ModelPath<Story> {
    Story.Path(name: "stories", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
