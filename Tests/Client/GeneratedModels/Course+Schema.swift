// swiftlint:disable all
import Amplify
import Foundation

extension Course {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case title
    case students
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let course = Course.keys

    model.authRules = [
      rule(allow: .groups, groupClaim: "cognito:groups", groups: ["Teachers"], provider: .userPools, operations: [.create, .update, .delete, .read]),
      rule(allow: .private, provider: .userPools, operations: [.read])
    ]

    model.listPluralName = "Courses"
    model.syncPluralName = "Courses"

    model.attributes(
      .primaryKey(fields: [course.id])
    )

    model.fields(
      .field(course.id, is: .required, ofType: .string),
      .field(course.title, is: .required, ofType: .string),
      .hasMany(course.students, is: .optional, ofType: Enrolment.self, associatedWith: Enrolment.keys.course),
      .field(course.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(course.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Course> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Course: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Course {
  public var id: FieldPath<String> {
    string("id")
  }
  public var title: FieldPath<String> {
    string("title")
  }
  public var students: ModelPath<Enrolment> {
    Enrolment.Path(name: "students", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
