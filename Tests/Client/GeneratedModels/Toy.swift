// swiftlint:disable all
import Amplify
import Foundation

public struct Toy: Model {
  public let id: String
  internal var _child: LazyReference<Child>
  public var child: Child? {
    get async throws {
      try await _child.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    child: Child? = nil
  ) {
    self.init(
      id: id,
      child: child,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    child: Child? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self._child = LazyReference(child)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setChild(_ child: Child? = nil) {
    self._child = LazyReference(child)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    _child = try values.decodeIfPresent(LazyReference<Child>.self, forKey: .child) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(_child, forKey: .child)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
