// swiftlint:disable all
import Amplify
import Foundation

public struct `repeat`: Model {
  public let id: String
  internal var _where: LazyReference<`guard`>
  public var `where`: `guard`? {
    get async throws {
      try await _where.get()
    }
  }
  public var `let`: `struct`?
  public var `var`: `enum`?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    where: `guard`? = nil,
    `let`: `struct`? = nil,
    `var`: `enum`? = nil
  ) {
    self.init(
      id: id,
      where: `where`,
      let: `let`,
      var: `var`,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    where: `guard`? = nil,
    `let`: `struct`? = nil,
    `var`: `enum`? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self._where = LazyReference(`where`)
    self.`let` = `let`
    self.`var` = `var`
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setWhere(_ where: `guard`? = nil) {
    self._where = LazyReference(`where`)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    _where = try values.decodeIfPresent(LazyReference<`guard`>.self, forKey: .`where`) ?? LazyReference(identifiers: nil)
    `let` = try values.decodeIfPresent(`struct`.self, forKey: .`let`)
    `var` = try values.decodeIfPresent(`enum`.self, forKey: .`var`)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(_where, forKey: .`where`)
    try container.encode(`let`, forKey: .`let`)
    try container.encode(`var`, forKey: .`var`)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
