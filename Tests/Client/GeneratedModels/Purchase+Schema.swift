// swiftlint:disable all
import Amplify
import Foundation

extension Purchase {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case customer
    case orderedAt
    case state
    case items
    case invoice
    case createdAt
    case updatedAt
    case purchaseInvoiceId
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let purchase = Purchase.keys

    model.authRules = [
      rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .read]),
      rule(allow: .groups, groupClaim: "cognito:groups", groups: ["Staff"], provider: .userPools, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "Purchases"
    model.syncPluralName = "Purchases"

    model.attributes(
      .index(fields: ["customer", "orderedAt"], name: nil),
      .index(fields: ["state", "orderedAt"], name: "byState"),
      .primaryKey(fields: [purchase.customer, purchase.orderedAt])
    )

    model.fields(
      .field(purchase.customer, is: .required, ofType: .string),
      .field(purchase.orderedAt, is: .required, ofType: .dateTime),
      .field(purchase.state, is: .required, ofType: .enum(type: PurchaseState.self)),
      .field(purchase.items, is: .required, ofType: .embeddedCollection(of: PurchaseItem.self)),
      .hasOne(purchase.invoice, is: .optional, ofType: Invoice.self, associatedWith: Invoice.keys.purchase, targetNames: ["purchaseInvoiceId"]),
      .field(purchase.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(purchase.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(purchase.purchaseInvoiceId, is: .optional, ofType: .string)
    )
  }

  public class Path: ModelPath<Purchase> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Purchase: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Custom
  public typealias IdentifierProtocol = ModelIdentifier<Self, ModelIdentifierFormat.Custom>
}

extension Purchase.IdentifierProtocol {
  public static func identifier(
    customer: String,
    orderedAt: Temporal.DateTime
  ) -> Self {
    .make(fields: [(name: "customer", value: customer), (name: "orderedAt", value: orderedAt)])
  }
}

extension ModelPath where ModelType == Purchase {
  public var customer: FieldPath<String> {
    string("customer")
  }
  public var orderedAt: FieldPath<Temporal.DateTime> {
    datetime("orderedAt")
  }
  public var invoice: ModelPath<Invoice> {
    Invoice.Path(name: "invoice", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
  public var purchaseInvoiceId: FieldPath<String> {
    string("purchaseInvoiceId")
  }
}
