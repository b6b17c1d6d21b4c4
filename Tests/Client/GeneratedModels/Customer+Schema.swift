// swiftlint:disable all
import Amplify
import Foundation

extension Customer {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case name
    case orders
    case card
    case visits
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let customer = Customer.keys

    model.listPluralName = "Customers"
    model.syncPluralName = "Customers"

    model.attributes(
      .primaryKey(fields: [customer.id])
    )

    model.fields(
      .field(customer.id, is: .required, ofType: .string),
      .field(customer.name, is: .required, ofType: .string),
      .hasMany(customer.orders, is: .optional, ofType: CustomerOrder.self, associatedFields: [CustomerOrder.keys.customer]),
      .hasOne(customer.card, is: .optional, ofType: CustomerCard.self, associatedFields: [CustomerCard.keys.customer]),
      .hasMany(customer.visits, is: .optional, ofType: CustomerVisit.self, associatedFields: [CustomerVisit.keys.customerId]),
      .field(customer.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(customer.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Customer> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Customer: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Customer {
  public var id: FieldPath<String> {
    string("id")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var orders: ModelPath<CustomerOrder> {
    CustomerOrder.Path(name: "orders", isCollection: true, parent: self)
  }
  public var card: ModelPath<CustomerCard> {
    CustomerCard.Path(name: "card", parent: self)
  }
  public var visits: ModelPath<CustomerVisit> {
    CustomerVisit.Path(name: "visits", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
