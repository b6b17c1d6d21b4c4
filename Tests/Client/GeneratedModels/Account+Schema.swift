// swiftlint:disable all
import Amplify
import Foundation

extension Account {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case profile
    case createdAt
    case updatedAt
    case accountProfileId
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let account = Account.keys

    model.listPluralName = "Accounts"
    model.syncPluralName = "Accounts"

    model.attributes(
      .primaryKey(fields: [account.id])
    )

    model.fields(
      .field(account.id, is: .required, ofType: .string),
      .hasOne(account.profile, is: .required, ofType: Profile.self, associatedWith: Profile.keys.account, targetNames: ["accountProfileId"]),
      .field(account.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(account.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(account.accountProfileId, is: .required, ofType: .string)
    )
  }

  public class Path: ModelPath<Account> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Account: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Account {
  public var id: FieldPath<String> {
    string("id")
  }
  public var profile: ModelPath<Profile> {
    Profile.Path(name: "profile", parent: self)
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
  public var accountProfileId: FieldPath<String> {
    string("accountProfileId")
  }
}
