// swiftlint:disable all
import Amplify
import Foundation

public struct Product: Model {
  public let sku: String
  public var name: String
  public var price: Money
  public var reviews: List<Review>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    sku: String,
    name: String,
    price: Money,
    reviews: List<Review>? = []
  ) {
    self.init(
      sku: sku,
      name: name,
      price: price,
      reviews: reviews,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    sku: String,
    name: String,
    price: Money,
    reviews: List<Review>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.sku = sku
    self.name = name
    self.price = price
    self.reviews = reviews
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
