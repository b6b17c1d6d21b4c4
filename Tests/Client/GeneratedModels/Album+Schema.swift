// swiftlint:disable all
import Amplify
import Foundation

extension Album {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case title
    case photos
    case covers
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let album = Album.keys

    model.listPluralName = "Albums"
    model.syncPluralName = "Albums"

    model.attributes(
      .primaryKey(fields: [album.id])
    )

    model.fields(
      .field(album.id, is: .required, ofType: .string),
      .field(album.title, is: .required, ofType: .string),
      .hasMany(album.photos, is: .optional, ofType: Photo.self, associatedWith: Photo.keys.albumPhotosId),
      .hasMany(album.covers, is: .optional, ofType: Photo.self, associatedWith: Photo.keys.albumCoversId),
      .field(album.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(album.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Album> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Album: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Album {
  public var id: FieldPath<String> {
    string("id")
  }
  public var title: FieldPath<String> {
    string("title")
  }
  public var photos: ModelPath<Photo> {
    Photo.Path(name: "photos", isCollection: true, parent: self)
  }
  public var covers: ModelPath<Photo> {
    Photo.Path(name: "covers", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
