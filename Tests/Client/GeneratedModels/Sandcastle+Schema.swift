// swiftlint:disable all
import Amplify
import Foundation

extension Sandcastle {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case height
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let sandcastle = Sandcastle.keys

    model.listPluralName = "Sandcastles"
    model.syncPluralName = "Sandcastles"

    model.attributes(
      .primaryKey(fields: [sandcastle.id])
    )

    model.fields(
      .field(sandcastle.id, is: .required, ofType: .string),
      .field(sandcastle.height, is: .optional, ofType: .int),
      .field(sandcastle.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(sandcastle.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Sandcastle> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Sandcastle: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Sandcastle {
  public var id: FieldPath<String> {
    string("id")
  }
  public var height: FieldPath<Int> {
    int("height")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
