// swiftlint:disable all
import Amplify
import Foundation

public struct Course: Model {
  public let id: String
  public var title: String
  public var students: List<Enrolment>?
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    title: String,
    students: List<Enrolment>? = []
  ) {
    self.init(
      id: id,
      title: title,
      students: students,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    title: String,
    students: List<Enrolment>? = [],
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self.title = title
    self.students = students
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
