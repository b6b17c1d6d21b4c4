// swiftlint:disable all
import Amplify
import Foundation

/// Registers all models of the schema.
final public class AmplifyModels: AmplifyModelRegistration {
  /// It changes with the models. DataStore rebuilds its local database when it differs.
  public let version: String = "5d49fa3553e1fe695697c60ac046619a"

  public func registerModels(registry: ModelRegistry.Type) {
    ModelRegistry.register(modelType: Note.self)
  }
}
