// swiftlint:disable all
import Amplify
import Foundation

public struct Photo: Model {
  public let id: String
  public var url: String
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?
  public var albumPhotosId: String?
  public var albumCoversId: String?

  public init(
    id: String = UUID().uuidString,
    url: String,
    albumPhotosId: String? = nil,
    albumCoversId: String? = nil
  ) {
    self.init(
      id: id,
      url: url,
      createdAt: nil,
      updatedAt: nil,
      albumPhotosId: albumPhotosId,
      albumCoversId: albumCoversId
    )
  }

  internal init(
    id: String = UUID().uuidString,
    url: String,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil,
    albumPhotosId: String? = nil,
    albumCoversId: String? = nil
  ) {
    self.id = id
    self.url = url
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.albumPhotosId = albumPhotosId
    self.albumCoversId = albumCoversId
  }
}
