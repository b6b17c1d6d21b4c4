// swiftlint:disable all
import Amplify
import Foundation

extension Log {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case line
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let log = Log.keys

    model.listPluralName = "Logs"
    model.syncPluralName = "Logs"

    model.attributes(
      .primaryKey(fields: [log.id])
    )

    model.fields(
      .field(log.id, is: .required, ofType: .string),
      .field(log.line, is: .required, ofType: .string),
      .field(log.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(log.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Log> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Log: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Log {
  public var id: FieldPath<String> {
    string("id")
  }
  public var line: FieldPath<String> {
    string("line")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
