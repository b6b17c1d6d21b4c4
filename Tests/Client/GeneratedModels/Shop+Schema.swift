// swiftlint:disable all
import Amplify
import Foundation

extension Shop {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case address
    case hours
    case origin
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let shop = Shop.keys

    model.listPluralName = "Shops"
    model.syncPluralName = "Shops"

    model.attributes(
      .primaryKey(fields: [shop.id])
    )

    model.fields(
      .field(shop.id, is: .required, ofType: .string),
      .field(shop.address, is: .required, ofType: .embedded(type: Address.self)),
      .field(shop.hours, is: .optional, ofType: .embeddedCollection(of: OpeningHours.self)),
      .field(shop.origin, is: .optional, ofType: .embedded(type: Coordinates.self)),
      .field(shop.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(shop.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Shop> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Shop: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Shop {
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
