// swiftlint:disable all
import Amplify
import Foundation

public struct Car: Model {
  public let id: String
  public var engineSerial: String
  internal var _engine: LazyReference<Engine>
  public var engine: Engine? {
    get async throws {
      try await _engine.get()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    engineSerial: String,
    engine: Engine? = nil
  ) {
    self.init(
      id: id,
      engineSerial: engineSerial,
      engine: engine,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    engineSerial: String,
    engine: Engine? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.engineSerial = engineSerial
    self._engine = LazyReference(engine)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setEngine(_ engine: Engine? = nil) {
    self._engine = LazyReference(engine)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    engineSerial = try values.decode(String.self, forKey: .engineSerial)
    _engine = try values.decodeIfPresent(LazyReference<Engine>.self, forKey: .engine) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(engineSerial, forKey: .engineSerial)
    try container.encode(_engine, forKey: .engine)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
