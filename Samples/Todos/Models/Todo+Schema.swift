// swiftlint:disable all
import Amplify
import Foundation

extension Todo {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case title
    case done
    case list
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let todo = Todo.keys

    model.authRules = [
      rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .update, .delete, .read])
    ]

    model.listPluralName = "Todos"
    model.syncPluralName = "Todos"

    model.attributes(
      .primaryKey(fields: [todo.id])
    )

    model.fields(
      .field(todo.id, is: .required, ofType: .string),
      .field(todo.title, is: .required, ofType: .string),
      .field(todo.done, is: .optional, ofType: .bool),
      .belongsTo(todo.list, is: .optional, ofType: TodoList.self, targetNames: ["todoListTodosId"]),
      .field(todo.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(todo.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Todo> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Todo: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Todo {
  public var id: FieldPath<String> {
    string("id")
  }
  public var title: FieldPath<String> {
    string("title")
  }
  public var done: FieldPath<Bool> {
    bool("done")
  }
  public var list: ModelPath<TodoList> {
    TodoList.Path(name: "list", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
