// swiftlint:disable all
import Amplify
import Foundation

extension CustomerCard {
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
    let customerCard = CustomerCard.keys

    model.listPluralName = "CustomerCards"
    model.syncPluralName = "CustomerCards"

    model.attributes(
      .primaryKey(fields: [customerCard.id])
    )

    model.fields(
      .field(customerCard.id, is: .required, ofType: .string),
      .belongsTo(customerCard.customer, is: .optional, ofType: Customer.self, targetNames: ["customerId"]),
      .field(customerCard.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(customerCard.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<CustomerCard> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension CustomerCard: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == CustomerCard {
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
