// swiftlint:disable all
import Amplify
import Foundation

public struct Story: Model {
  public let id: String
  public var title: String
  internal var _magazine: LazyReference<Magazine>
  public var magazine: Magazine? {
    get async throws {
      try await _magazine.get()
    }
  }
  public var remarks: List<Remark>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    title: String,
    magazine: Magazine? = nil,
    remarks: List<Remark>? = []
  ) {
    self.init(
      id: id,
      title: title,
      magazine: magazine,
      remarks: remarks,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    title: String,
    magazine: Magazine? = nil,
    remarks: List<Remark>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.title = title
    self._magazine = LazyReference(magazine)
    self.remarks = remarks
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setMagazine(_ magazine: Magazine? = nil) {
    self._magazine = LazyReference(magazine)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    title = try values.decode(String.self, forKey: .title)
    _magazine = try values.decodeIfPresent(LazyReference<Magazine>.self, forKey: .magazine) ?? LazyReference(identifiers: nil)
    remarks = try values.decodeIfPresent(List<Remark>.self, forKey: .remarks) ?? .init()
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(_magazine, forKey: .magazine)
    try container.encode(remarks, forKey: .remarks)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
