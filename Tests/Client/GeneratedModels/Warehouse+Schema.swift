// swiftlint:disable all
import Amplify
import Foundation

extension Warehouse {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case city
    case number
    case shelves
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let warehouse = Warehouse.keys

    model.listPluralName = "Warehouses"
    model.syncPluralName = "Warehouses"

    model.attributes(
      .index(fields: ["city", "number"], name: nil),
      .primaryKey(fields: [warehouse.city, warehouse.number])
    )

    model.fields(
      .field(warehouse.city, is: .required, ofType: .string),
      .field(warehouse.number, is: .required, ofType: .int),
      .hasMany(warehouse.shelves, is: .optional, ofType: Shelf.self, associatedWith: Shelf.keys.warehouse),
      .field(warehouse.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(warehouse.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Warehouse> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Warehouse: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Warehouse.IdentifierProtocol {
  public static func identifier(
    city: String,
    number: Int
  ) -> Self {
    .make(fields: [(name: "city", value: city), (name: "number", value: number)])
  }
}

extension ModelPath where ModelType == Warehouse {
  public var city: FieldPath<String> {
    string("city")
  }
  public var number: FieldPath<Int> {
    int("number")
  }
  public var shelves: ModelPath<Shelf> {
    Shelf.Path(name: "shelves", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
