// swiftlint:disable all
import Amplify
import Foundation

/// Registers all models of the schema.
final public class AmplifyModels: AmplifyModelRegistration {
  /// It changes with the models. DataStore rebuilds its local database when it differs.
  public let version: String = "6c8e0b1275877389b9938c0129441ad4"

  public func registerModels(registry: ModelRegistry.Type) {
    ModelRegistry.register(modelType: Todo.self)
  }
}
