// swiftlint:disable all
import Amplify
import Foundation

extension Booklet {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case outline
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let booklet = Booklet.keys

    model.listPluralName = "Booklets"
    model.syncPluralName = "Booklets"

    model.attributes(
      .primaryKey(fields: [booklet.id])
    )

    model.fields(
      .field(booklet.id, is: .required, ofType: .string),
      .field(booklet.outline, is: .optional, ofType: .embedded(type: Outline.self)),
      .field(booklet.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(booklet.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Booklet> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Booklet: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Booklet {
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
