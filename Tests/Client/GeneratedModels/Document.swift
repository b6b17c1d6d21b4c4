// swiftlint:disable all
import Amplify
import Foundation

public struct Document: Model {
  public let id: String
  public var author: String?
  public var editors: [String?]?
  public var tenant: String?
  public var teams: [String?]?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    author: String? = nil,
    editors: [String?]? = [],
    tenant: String? = nil,
    teams: [String?]? = []
  ) {
    self.init(
      id: id,
      author: author,
      editors: editors,
      tenant: tenant,
      teams: teams,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    author: String? = nil,
    editors: [String?]? = [],
    tenant: String? = nil,
    teams: [String?]? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.author = author
    self.editors = editors
    self.tenant = tenant
    self.teams = teams
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
