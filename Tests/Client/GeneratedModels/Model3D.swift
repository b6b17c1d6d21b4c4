// swiftlint:disable all
import Amplify
import Foundation

public struct Model3D: Model {
  public let id: String
  public var size: size3D?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    size: size3D? = nil
  ) {
    self.init(
      id: id,
      size: size,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    size: size3D? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.size = size
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
