// swiftlint:disable all
import Amplify
import Foundation

public struct Purchase: Model {
  public let customer: String
  public let orderedAt: Temporal.DateTime
  public var state: PurchaseState
  public var items: [PurchaseItem]
  internal var _invoice: LazyReference<Invoice>
  public var invoice: Invoice? {
    get async throws {
      try await _invoice.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  public var purchaseInvoiceId: String?

  public init(
    customer: String,
    orderedAt: Temporal.DateTime,
    state: PurchaseState,
    items: [PurchaseItem] = [],
    invoice: Invoice? = nil,
    purchaseInvoiceId: String? = nil
  ) {
    self.init(
      customer: customer,
      orderedAt: orderedAt,
      state: state,
      items: items,
      invoice: invoice,
      createdAt: nil,
      updatedAt: nil,
      purchaseInvoiceId: purchaseInvoiceId
    )
  }

  internal init(
    customer: String,
    orderedAt: Temporal.DateTime,
    state: PurchaseState,
    items: [PurchaseItem] = [],
    invoice: Invoice? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil,
    purchaseInvoiceId: String? = nil
  ) {
    self.customer = customer
    self.orderedAt = orderedAt
    self.state = state
    self.items = items
    self._invoice = LazyReference(invoice)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.purchaseInvoiceId = purchaseInvoiceId
  }

  public mutating func setInvoice(_ invoice: Invoice? = nil) {
    self._invoice = LazyReference(invoice)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    customer = try values.decode(String.self, forKey: .customer)
    orderedAt = try values.decode(Temporal.DateTime.self, forKey: .orderedAt)
    state = try values.decode(PurchaseState.self, forKey: .state)
    items = try values.decode([PurchaseItem].self, forKey: .items)
    _invoice = try values.decodeIfPresent(LazyReference<Invoice>.self, forKey: .invoice) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
    purchaseInvoiceId = try values.decodeIfPresent(String.self, forKey: .purchaseInvoiceId)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(customer, forKey: .customer)
    try container.encode(orderedAt, forKey: .orderedAt)
    try container.encode(state, forKey: .state)
    try container.encode(items, forKey: .items)
    try container.encode(_invoice, forKey: .invoice)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
    try container.encode(purchaseInvoiceId, forKey: .purchaseInvoiceId)
  }
}
