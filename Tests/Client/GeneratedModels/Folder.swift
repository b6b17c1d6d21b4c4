// swiftlint:disable all
import Amplify
import Foundation

public struct Folder: Model {
  public let id: String
  public var folders: List<Folder>?
  internal var _parent: LazyReference<Folder>
  public var parent: Folder? {
    get async throws {
      try await _parent.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    folders: List<Folder>? = [],
    parent: Folder? = nil
  ) {
    self.init(
      id: id,
      folders: folders,
      parent: parent,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    folders: List<Folder>? = [],
    parent: Folder? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.folders = folders
    self._parent = LazyReference(parent)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setParent(_ parent: Folder? = nil) {
    self._parent = LazyReference(parent)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    folders = try values.decodeIfPresent(List<Folder>.self, forKey: .folders) ?? .init()
    _parent = try values.decodeIfPresent(LazyReference<Folder>.self, forKey: .parent) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(folders, forKey: .folders)
    try container.encode(_parent, forKey: .parent)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
