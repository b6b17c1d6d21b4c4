// swiftlint:disable all
import Amplify
import Foundation

public struct Warehouse: Model {
  public let city: String
  public let number: Int
  public var shelves: List<Shelf>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    city: String,
    number: Int,
    shelves: List<Shelf>? = []
  ) {
    self.init(
      city: city,
      number: number,
      shelves: shelves,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    city: String,
    number: Int,
    shelves: List<Shelf>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.city = city
    self.number = number
    self.shelves = shelves
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
