// swiftlint:disable all
import Amplify
import Foundation

public struct Employee: Model {
  public let id: String
  public var name: String?
  public var owner: String?
  public var salary: Int?
  public var note: String?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    name: String? = nil,
    owner: String? = nil,
    salary: Int? = nil,
    note: String? = nil
  ) {
    self.init(
      id: id,
      name: name,
      owner: owner,
      salary: salary,
      note: note,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    name: String? = nil,
    owner: String? = nil,
    salary: Int? = nil,
    note: String? = nil,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.name = name
    self.owner = owner
    self.salary = salary
    self.note = note
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
