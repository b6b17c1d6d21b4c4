// swiftlint:disable all
import Amplify
import Foundation

extension Document {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case author
    case editors
    case tenant
    case teams
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let document = Document.keys

    model.authRules = [
      rule(allow: .owner, ownerField: "editors", identityClaim: "cognito:username", provider: .userPools, operations: [.create, .update]),
      rule(allow: .owner, ownerField: "author", identityClaim: "cognito:username", provider: .userPools, operations: [.read]),
      rule(allow: .owner, ownerField: "tenant", identityClaim: "custom:tenant::sub", provider: .userPools, operations: [.create, .update, .delete, .read]),
      rule(allow: .groups, groupClaim: "cognito:groups", groupsField: "teams", provider: .userPools, operations: [.read]),
      rule(allow: .groups, groupClaim: "https://example.com/groups", groups: ["A", "B \"quoted\""], provider: .userPools, operations: [.create, .update, .delete, .read]),
      rule(allow: .private, provider: .iam, operations: [.read]),
      rule(allow: .custom, provider: .function, operations: [.read]),
      rule(allow: .public, provider: .apiKey, operations: [.read])
    ]

    model.listPluralName = "Documents"
    model.syncPluralName = "Documents"

    model.attributes(
      .primaryKey(fields: [document.id])
    )

    model.fields(
      .field(document.id, is: .required, ofType: .string),
      .field(document.author, is: .optional, ofType: .string),
      .field(document.editors, is: .optional, ofType: .embeddedCollection(of: String.self)),
      .field(document.tenant, is: .optional, ofType: .string),
      .field(document.teams, is: .optional, ofType: .embeddedCollection(of: String.self)),
      .field(document.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(document.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Document> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Document: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Document {
  public var id: FieldPath<String> {
    string("id")
  }
  public var author: FieldPath<String> {
    string("author")
  }
  public var editors: FieldPath<String> {
    string("editors")
  }
  public var tenant: FieldPath<String> {
    string("tenant")
  }
  public var teams: FieldPath<String> {
    string("teams")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
