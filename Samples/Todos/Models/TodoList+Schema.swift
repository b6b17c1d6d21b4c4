// swiftlint:disable all
import Amplify
import Foundation

extension TodoList {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case name
    case todos
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let todoList = TodoList.keys

    model.authRules = [
      rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "TodoLists"
    model.syncPluralName = "TodoLists"

    model.attributes(
      .primaryKey(fields: [todoList.id])
    )

    model.fields(
      .field(todoList.id, is: .required, ofType: .string),
      .field(todoList.name, is: .required, ofType: .string),
      .hasMany(todoList.todos, is: .optional, ofType: Todo.self, associatedWith: Todo.keys.list),
      .field(todoList.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(todoList.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<TodoList> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension TodoList: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == TodoList {
  public var id: FieldPath<String> {
    string("id")
  }
  public var name: FieldPath<String> {
    string("name")
  }
  public var todos: ModelPath<Todo> {
    Todo.Path(name: "todos", isCollection: true, parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
