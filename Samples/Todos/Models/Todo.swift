// swiftlint:disable all
import Amplify
import Foundation

public struct Todo: Model {
  public let id: String
  public var title: String
  public var done: Bool?
  internal var _list: LazyReference<TodoList>
  public var list: TodoList? {
    get async throws {
      try await _list.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    title: String,
    done: Bool? = nil,
    list: TodoList? = nil
  ) {
    self.init(
      id: id,
      title: title,
      done: done,
      list: list,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    title: String,
    done: Bool? = nil,
    list: TodoList? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.title = title
    self.done = done
    self._list = LazyReference(list)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setList(_ list: TodoList? = nil) {
    self._list = LazyReference(list)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    title = try values.decode(String.self, forKey: .title)
    done = try values.decodeIfPresent(Bool.self, forKey: .done)
    _list = try values.decodeIfPresent(LazyReference<TodoList>.self, forKey: .list) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(done, forKey: .done)
    try container.encode(_list, forKey: .list)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
