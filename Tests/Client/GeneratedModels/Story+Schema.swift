// swiftlint:disable all
import Amplify
import Foundation

extension Story {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case title
    case magazine
    case remarks
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let story = Story.keys

    model.listPluralName = "Stories"
    model.syncPluralName = "Stories"

    model.attributes(
      .primaryKey(fields: [story.id])
    )

    model.fields(
      .field(story.id, is: .required, ofType: .string),
      .field(story.title, is: .required, ofType: .string),
      .belongsTo(story.magazine, is: .optional, ofType: Magazine.self, targetNames: ["magazineStoriesId"]),
      .hasMany(story.remarks, is: .optional, ofType: Remark.self, associatedWith: Remark.keys.story),
      .field(story.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(story.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Story> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Story: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Story {
  public var id: FieldPath<String> {
    string("id")
  }
  public var title: FieldPath<String> {
    string("title")
  }
  public var magazine: ModelPath<Magazine> {
    Magazine.Path(name: "magazine", parent: self)
  }
  public var remarks: ModelPath<Remark> {
    Remark.Path(name: "remarks", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
