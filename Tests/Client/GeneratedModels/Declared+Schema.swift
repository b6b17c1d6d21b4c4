// swiftlint:disable all
import Amplify
import Foundation

extension Declared {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let declared = Declared.keys

    model.listPluralName = "Declareds"
    model.syncPluralName = "Declareds"

    model.attributes(
      .index(fields: ["createdAt"], name: "byCreation"),
      .primaryKey(fields: [declared.id])
    )

    model.fields(
      .field(declared.id, is: .required, ofType: .string),
      .field(declared.createdAt, is: .required, ofType: .dateTime),
      .field(declared.updatedAt, is: .optional, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Declared> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Declared: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Declared {
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
