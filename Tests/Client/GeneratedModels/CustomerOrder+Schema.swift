// swiftlint:disable all
import Amplify
import Foundation

extension CustomerOrder {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case customer
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let customerOrder = CustomerOrder.keys

    model.listPluralName = "CustomerOrders"
    model.syncPluralName = "CustomerOrders"

    model.attributes(
      .primaryKey(fields: [customerOrder.id])
    )

    model.fields(
      .field(customerOrder.id, is: .required, ofType: .string),
      .belongsTo(customerOrder.customer, is: .optional, ofType: Customer.self, targetNames: ["customerId"]),
      .field(customerOrder.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(customerOrder.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<CustomerOrder> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension CustomerOrder: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == CustomerOrder {
  public var id: FieldPath<String> {
    string("id")
  }
  public var customer: ModelPath<Customer> {
    Customer.Path(name: "customer", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
