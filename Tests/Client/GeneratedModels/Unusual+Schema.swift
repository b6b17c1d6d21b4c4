// swiftlint:disable all
import Amplify
import Foundation

extension Unusual {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let unusual = Unusual.keys

    model.listPluralName = "Unusuals"
    model.syncPluralName = "Unusuals"

    model.attributes(
      .primaryKey(fields: [unusual.id])
    )

    model.fields(
      .field(unusual.id, is: .required, ofType: .string),
      .field(unusual.createdAt, is: .optional, ofType: .int),
      .field(unusual.updatedAt, is: .required, ofType: .string)
    )
  }

  public class Path: ModelPath<Unusual> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Unusual: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Unusual {
  public var id: FieldPath<String> {
    string("id")
  }
  public var createdAt: FieldPath<Int> {
    int("createdAt")
  }
  public var updatedAt: FieldPath<String> {
    string("updatedAt")
  }
}
