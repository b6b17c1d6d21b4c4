// swiftlint:disable all
import Amplify
import Foundation

extension Enrolment {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case student
    case course
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let enrolment = Enrolment.keys

    model.authRules = [
      rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .update, .delete, .read]),
      rule(allow: .groups, groupClaim: "cognito:groups", groups: ["Teachers"], provider: .userPools, operations: [.create, .update, .delete, .read]),
      rule(allow: .private, provider: .userPools, operations: [.read])
    ]

    model.listPluralName = "Enrolments"
    model.syncPluralName = "Enrolments"

    model.attributes(
      .index(fields: ["studentId"], name: "byStudent"),
      .index(fields: ["courseId"], name: "byCourse"),
      .primaryKey(fields: [enrolment.id])
    )

    model.fields(
      .field(enrolment.id, is: .required, ofType: .string),
      .belongsTo(enrolment.student, is: .required, ofType: Student.self, targetNames: ["studentId"]),
      .belongsTo(enrolment.course, is: .required, ofType: Course.self, targetNames: ["courseId"]),
      .field(enrolment.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(enrolment.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Enrolment> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Enrolment: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Enrolment {
  public var id: FieldPath<String> {
    string("id")
  }
  public var student: ModelPath<Student> {
    Student.Path(name: "student", parent: self)
  }
  public var course: ModelPath<Course> {
    Course.Path(name: "course", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
