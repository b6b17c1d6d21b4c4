// swiftlint:disable all
import Amplify
import Foundation

extension Employee {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case name
    case owner
    case salary
    case note
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let employee = Employee.keys

    model.authRules = [
      rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .update, .delete, .read]),
      rule(allow: .private, provider: .userPools, operations: [.read])
    ]

    model.listPluralName = "Employees"
    model.syncPluralName = "Employees"

    model.attributes(
      .primaryKey(fields: [employee.id])
    )

    model.fields(
      .field(employee.id, is: .required, ofType: .string),
      .field(employee.name, is: .optional, ofType: .string),
      .field(employee.owner, is: .optional, ofType: .string),
      .field(employee.salary, is: .optional, ofType: .int),
      .field(employee.note, is: .optional, ofType: .string),
      .field(employee.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(employee.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Employee> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Employee: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Employee {
  public var id: FieldPath<String> {
    string("id")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var owner: FieldPath<String> {
    string("owner")
  }
  public var salary: FieldPath<Int> {
    int("salary")
  }
  public var note: FieldPath<String> {
    string("note")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
