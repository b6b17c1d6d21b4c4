// swiftlint:disable all
import Amplify
import Foundation

extension Model3D {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case size
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let model3D = Model3D.keys

    model.listPluralName = "Model3DS"
    model.syncPluralName = "Model3DS"

    model.attributes(
      .primaryKey(fields: [model3D.id])
    )

    model.fields(
      .field(model3D.id, is: .required, ofType: .string),
      .field(model3D.size, is: .optional, ofType: .embedded(type: size3D.self)),
      .field(model3D.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(model3D.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Model3D> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Model3D: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Model3D {
  public var id: FieldPath<String> {
    string("id")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
