// swiftlint:disable all
import Amplify
import Foundation

extension Student {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case name
    case courses
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let student = Student.keys

    model.authRules = [
      rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .update, .delete, .read]),
      rule(allow: .groups, groupClaim: "cognito:groups", groups: ["Teachers"], provider: .userPools, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "Students"
    model.syncPluralName = "Students"

    model.attributes(
      .primaryKey(fields: [student.id])
    )

    model.fields(
      .field(student.id, is: .required, ofType: .string),
      .field(student.name, is: .required, ofType: .string),
      .hasMany(student.courses, is: .optional, ofType: Enrolment.self, associatedWith: Enrolment.keys.student),
      .field(student.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(student.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Student> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Student: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Student {
  public var id: FieldPath<String> {
    string("id")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var courses: ModelPath<Enrolment> {
    Enrolment.Path(name: "courses", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
