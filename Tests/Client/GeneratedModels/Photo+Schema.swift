// swiftlint:disable all
import Amplify
import Foundation

extension Photo {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case url
    case createdAt
    case updatedAt
    case albumPhotosId
    case albumCoversId
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let photo = Photo.keys

    model.listPluralName = "Photos"
    model.syncPluralName = "Photos"

    model.attributes(
      .primaryKey(fields: [photo.id])
    )

    model.fields(
      .field(photo.id, is: .required, ofType: .string),
      .field(photo.url, is: .required, ofType: .string),
      .field(photo.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(photo.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(photo.albumPhotosId, is: .optional, ofType: .string),
      .field(photo.albumCoversId, is: .optional, ofType: .string)
    )
  }

  public class Path: ModelPath<Photo> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Photo: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Photo {
  public var id: FieldPath<String> {
    string("id")
  }
  public var url: FieldPath<String> {
    string("url")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
  public var albumPhotosId: FieldPath<String> {
    string("albumPhotosId")
  }
  public var albumCoversId: FieldPath<String> {
    string("albumCoversId")
  }
}
