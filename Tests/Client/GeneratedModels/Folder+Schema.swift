// swiftlint:disable all
import Amplify
import Foundation

extension Folder {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case folders
    case parent
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let folder = Folder.keys

    model.listPluralName = "Folders"
    model.syncPluralName = "Folders"

    model.attributes(
      .primaryKey(fields: [folder.id])
    )

    model.fields(
      .field(folder.id, is: .required, ofType: .string),
      .hasMany(folder.folders, is: .optional, ofType: Folder.self, associatedWith: Folder.keys.parent),
      .belongsTo(folder.parent, is: .optional, ofType: Folder.self, targetNames: ["folderFoldersId"]),
      .field(folder.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(folder.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Folder> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Folder: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Folder {
  public var id: FieldPath<String> {
    string("id")
  }
  public var folders: ModelPath<Folder> {
    Folder.Path(name: "folders", isCollection: true, parent: self)
  }
  public var parent: ModelPath<Folder> {
    Folder.Path(name: "parent", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
