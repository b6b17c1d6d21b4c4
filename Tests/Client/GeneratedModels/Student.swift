// swiftlint:disable all
import Amplify
import Foundation

public struct Student: Model {
  public let id: String
  public var name: String
  public var courses: List<Enrolment>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    name: String,
    courses: List<Enrolment>? = []
  ) {
    self.init(
      id: id,
      name: name,
      courses: courses,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    name: String,
    courses: List<Enrolment>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.name = name
    self.courses = courses
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
