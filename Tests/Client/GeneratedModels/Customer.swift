// swiftlint:disable all
import Amplify
import Foundation

public struct Customer: Model {
  public let id: String
  public var name: String
  public var orders: List<CustomerOrder>?
  internal var _card: LazyReference<CustomerCard>
  public var card: CustomerCard? {
    get async throws {
      try await _card.get()
    }
  }
  public var visits: List<CustomerVisit>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    name: String,
    orders: List<CustomerOrder>? = [],
    card: CustomerCard? = nil,
    visits: List<CustomerVisit>? = []
  ) {
    self.init(
      id: id,
      name: name,
      orders: orders,
      card: card,
      visits: visits,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    name: String,
    orders: List<CustomerOrder>? = [],
    card: CustomerCard? = nil,
    visits: List<CustomerVisit>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.name = name
    self.orders = orders
    self._card = LazyReference(card)
    self.visits = visits
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setCard(_ card: CustomerCard? = nil) {
    self._card = LazyReference(card)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    name = try values.decode(String.self, forKey: .name)
    orders = try values.decodeIfPresent(List<CustomerOrder>.self, forKey: .orders) ?? .init()
    _card = try values.decodeIfPresent(LazyReference<CustomerCard>.self, forKey: .card) ?? LazyReference(identifiers: nil)
    visits = try values.decodeIfPresent(List<CustomerVisit>.self, forKey: .visits) ?? .init()
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(orders, forKey: .orders)
    try container.encode(_card, forKey: .card)
    try container.encode(visits, forKey: .visits)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
