// swiftlint:disable all
import Amplify
import Foundation

/// Registers all models of the schema.
final public class AmplifyModels: AmplifyModelRegistration {
  /// It changes with the models. DataStore rebuilds its local database when it differs.
  public let version: String = "4947af83aa0814f68bfa31a8e629b73c"

  public func registerModels(registry: ModelRegistry.Type) {
    ModelRegistry.register(modelType: TodoList.self)
    ModelRegistry.register(modelType: Todo.self)
  }
}
