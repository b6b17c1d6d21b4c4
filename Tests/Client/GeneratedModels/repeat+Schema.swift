// swiftlint:disable all
import Amplify
import Foundation

extension `repeat` {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case `where`
    case `let`
    case `var`
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let repeatKeys = `repeat`.keys

    model.listPluralName = "Repeats"
    model.syncPluralName = "Repeats"

    model.attributes(
      .primaryKey(fields: [repeatKeys.id])
    )

    model.fields(
      .field(repeatKeys.id, is: .required, ofType: .string),
      .belongsTo(repeatKeys.`where`, is: .optional, ofType: `guard`.self, targetNames: ["guardFuncId"]),
      .field(repeatKeys.`let`, is: .optional, ofType: .embedded(type: `struct`.self)),
      .field(repeatKeys.`var`, is: .optional, ofType: .enum(type: `enum`.self)),
      .field(repeatKeys.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(repeatKeys.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<`repeat`> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension `repeat`: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == `repeat` {
  public var id: FieldPath<String> {
    string("id")
  }
  public var `where`: ModelPath<`guard`> {
    `guard`.Path(name: "where", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
