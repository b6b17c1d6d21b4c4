// swiftlint:disable all
import Amplify
import Foundation

public struct CustomerOrder: Model {
  public let id: String
  internal var _customer: LazyReference<Customer>
  public var customer: Customer? {
    get async throws {
      try await _customer.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    customer: Customer? = nil
  ) {
    self.init(
      id: id,
      customer: customer,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    customer: Customer? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self._customer = LazyReference(customer)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setCustomer(_ customer: Customer? = nil) {
    self._customer = LazyReference(customer)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    _customer = try values.decodeIfPresent(LazyReference<Customer>.self, forKey: .customer) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(_customer, forKey: .customer)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
