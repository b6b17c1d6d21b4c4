// swiftlint:disable all
import Amplify
import Foundation

public struct Shelf: Model {
  public let id: String
  internal var _warehouse: LazyReference<Warehouse>
  public var warehouse: Warehouse? {
    get async throws {
      try await _warehouse.get()
    }
  }
  public var height: Double?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    warehouse: Warehouse? = nil,
    height: Double? = nil
  ) {
    self.init(
      id: id,
      warehouse: warehouse,
      height: height,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    warehouse: Warehouse? = nil,
    height: Double? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self._warehouse = LazyReference(warehouse)
    self.height = height
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setWarehouse(_ warehouse: Warehouse? = nil) {
    self._warehouse = LazyReference(warehouse)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    _warehouse = try values.decodeIfPresent(LazyReference<Warehouse>.self, forKey: .warehouse) ?? LazyReference(identifiers: nil)
    height = try values.decodeIfPresent(Double.self, forKey: .height)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(_warehouse, forKey: .warehouse)
    try container.encode(height, forKey: .height)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
