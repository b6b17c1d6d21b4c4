// swiftlint:disable all
import Amplify
import Foundation

public struct Invoice: Model {
  public let id: String
  public var total: Money
  internal var _purchase: LazyReference<Purchase>
  public var purchase: Purchase? {
    get async throws {
      try await _purchase.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    total: Money,
    purchase: Purchase? = nil
  ) {
    self.init(
      id: id,
      total: total,
      purchase: purchase,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    total: Money,
    purchase: Purchase? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.total = total
    self._purchase = LazyReference(purchase)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setPurchase(_ purchase: Purchase? = nil) {
    self._purchase = LazyReference(purchase)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    total = try values.decode(Money.self, forKey: .total)
    _purchase = try values.decodeIfPresent(LazyReference<Purchase>.self, forKey: .purchase) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(total, forKey: .total)
    try container.encode(_purchase, forKey: .purchase)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
