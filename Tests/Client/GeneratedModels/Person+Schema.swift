// swiftlint:disable all
import Amplify
import Foundation

extension Person {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case name
    case manager
    case reports
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let person = Person.keys

    model.listPluralName = "People"
    model.syncPluralName = "People"

    model.attributes(
      .index(fields: ["managerID"], name: "byManager"),
      .primaryKey(fields: [person.id])
    )

    model.fields(
      .field(person.id, is: .required, ofType: .string),
      .field(person.name, is: .required, ofType: .string),
      .belongsTo(person.manager, is: .optional, ofType: Person.self, targetNames: ["managerID"]),
      .hasMany(person.reports, is: .optional, ofType: Person.self, associatedWith: Person.keys.manager),
      .field(person.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(person.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Person> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Person: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Person {
  public var id: FieldPath<String> {
    string("id")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var manager: ModelPath<Person> {
    Person.Path(name: "manager", parent: self)
  }
  public var reports: ModelPath<Person> {
    Person.Path(name: "reports", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
