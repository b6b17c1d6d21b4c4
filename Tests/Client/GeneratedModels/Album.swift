// swiftlint:disable all
import Amplify
import Foundation

public struct Album: Model {
  public let id: String
  public var title: String
  public var photos: List<Photo>?
  public var covers: List<Photo>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    title: String,
    photos: List<Photo>? = [],
    covers: List<Photo>? = []
  ) {
    self.init(
      id: id,
      title: title,
      photos: photos,
      covers: covers,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    title: String,
    photos: List<Photo>? = [],
    covers: List<Photo>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.title = title
    self.photos = photos
    self.covers = covers
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
