// swiftlint:disable all
import Amplify
import Foundation

extension Invoice {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case total
    case purchase
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let invoice = Invoice.keys

    model.authRules = [
      rule(allow: .groups, groupClaim: "cognito:groups", groups: ["Staff"], provider: .userPools, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "Invoices"
    model.syncPluralName = "Invoices"

    model.attributes(
      .primaryKey(fields: [invoice.id])
    )

    model.fields(
      .field(invoice.id, is: .required, ofType: .string),
      .field(invoice.total, is: .required, ofType: .embedded(type: Money.self)),
      .belongsTo(invoice.purchase, is: .optional, ofType: Purchase.self, targetNames: ["invoicePurchaseCustomer", "invoicePurchaseOrderedAt"]),
      .field(invoice.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(invoice.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Invoice> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Invoice: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Invoice {
  public var id: FieldPath<String> {
    string("id")
  }
  public var purchase: ModelPath<Purchase> {
    Purchase.Path(name: "purchase", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
