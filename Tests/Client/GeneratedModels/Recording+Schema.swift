// swiftlint:disable all
import Amplify
import Foundation

extension Recording {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case title
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let recording = Recording.keys

    model.listPluralName = "Recordings"
    model.syncPluralName = "Recordings"

    model.attributes(
      .primaryKey(fields: [recording.id])
    )

    model.fields(
      .field(recording.id, is: .required, ofType: .string),
      .field(recording.title, is: .required, ofType: .string),
      .field(recording.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(recording.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Recording> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Recording: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Recording {
  public var id: FieldPath<String> {
    string("id")
  }
  public var title: FieldPath<String> {
    string("title")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
