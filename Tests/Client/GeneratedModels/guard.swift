// swiftlint:disable all
import Amplify
import Foundation

public struct `guard`: Model {
  public let id: String
  public var `func`: List<`repeat`>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    func: List<`repeat`>? = []
  ) {
    self.init(
      id: id,
      func: `func`,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    func: List<`repeat`>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.`func` = `func`
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
