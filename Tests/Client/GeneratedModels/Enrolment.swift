// swiftlint:disable all
import Amplify
import Foundation

public struct Enrolment: Model {
  public let id: String
  internal var _student: LazyReference<Student>
  public var student: Student {
    get async throws {
      try await _student.require()
    }
  }
  internal var _course: LazyReference<Course>
  public var course: Course {
    get async throws {
      try await _course.require()
    }
  }
  public var createdAt: Temporal.DateTime?
  public var updatedAt: Temporal.DateTime?

  public init(
    id: String = UUID().uuidString,
    student: Student,
    course: Course
  ) {
    self.init(
      id: id,
      student: student,
      course: course,
      createdAt: nil,
      updatedAt: nil
    )
  }

  internal init(
    id: String = UUID().uuidString,
    student: Student,
    course: Course,
    createdAt: Temporal.DateTime? = nil,
    updatedAt: Temporal.DateTime? = nil
  ) {
    self.id = id
    self._student = LazyReference(student)
    self._course = LazyReference(course)
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  public mutating func setStudent(_ student: Student) {
    self._student = LazyReference(student)
  }

  public mutating func setCourse(_ course: Course) {
    self._course = LazyReference(course)
  }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
    _student = try values.decodeIfPresent(LazyReference<Student>.self, forKey: .student) ?? LazyReference(identifiers: nil)
    _course = try values.decodeIfPresent(LazyReference<Course>.self, forKey: .course) ?? LazyReference(identifiers: nil)
    createdAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .createdAt)
    updatedAt = try values.decodeIfPresent(Temporal.DateTime.self, forKey: .updatedAt)
  }

  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(_student, forKey: .student)
    try container.encode(_course, forKey: .course)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
  }
}
