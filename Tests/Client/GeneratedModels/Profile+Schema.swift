// swiftlint:disable all
import Amplify
import Foundation

extension Profile {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case nickname
    case account
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let profile = Profile.keys

    model.listPluralName = "Profiles"
    model.syncPluralName = "Profiles"

    model.attributes(
      .primaryKey(fields: [profile.id])
    )

    model.fields(
      .field(profile.id, is: .required, ofType: .string),
      .field(profile.nickname, is: .optional, ofType: .string),
      .belongsTo(profile.account, is: .optional, ofType: Account.self, targetNames: ["profileAccountId"]),
      .field(profile.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(profile.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Profile> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Profile: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Profile {
  public var id: FieldPath<String> {
    string("id")
  }
  public var nickname: FieldPath<String> {
    string("nickname")
  }
  public var account: ModelPath<Account> {
    Account.Path(name: "account", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
