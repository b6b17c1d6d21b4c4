// swiftlint:disable all
import Amplify
import Foundation

extension Shelf {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case warehouse
    case height
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let shelf = Shelf.keys

    model.listPluralName = "Shelves"
    model.syncPluralName = "Shelves"

    model.attributes(
      .primaryKey(fields: [shelf.id])
    )

    model.fields(
      .field(shelf.id, is: .required, ofType: .string),
      .belongsTo(shelf.warehouse, is: .optional, ofType: Warehouse.self, targetNames: ["warehouseShelvesCity", "warehouseShelvesNumber"]),
      .field(shelf.height, is: .optional, ofType: .double),
      .field(shelf.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(shelf.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Shelf> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Shelf: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Shelf {
  public var id: FieldPath<String> {
    string("id")
  }
  public var warehouse: ModelPath<Warehouse> {
    Warehouse.Path(name: "warehouse", parent: self)
  }
  public var height: FieldPath<Double> {
    double("height")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
