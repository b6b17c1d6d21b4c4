// swiftlint:disable all
import Amplify
import Foundation

public struct Review: Model {
  public let id: String
  public var stars: Int
  public var text: String?
  internal var _product: LazyReference<Product>
  public var product: Product? {
    get async throws {
      try await _product.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    stars: Int,
    text: String? = nil,
    product: Product? = nil
  ) {
    self.init(
      id: id,
      stars: stars,
      text: text,
      product: product,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    stars: Int,
    text: String? = nil,
    product: Product? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.stars = stars
    self.text = text
    self._product = LazyReference(product)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setProduct(_ product: Product? = nil) {
    self._product = LazyReference(product)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    stars = try values.decode(Int.self, forKey: .stars)
    text = try values.decodeIfPresent(String.self, forKey: .text)
    _product = try values.decodeIfPresent(LazyReference<Product>.self, forKey: .product) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(stars, forKey: .stars)
    try container.encode(text, forKey: .text)
    try container.encode(_product, forKey: .product)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
