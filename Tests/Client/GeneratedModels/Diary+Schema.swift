// swiftlint:disable all
import Amplify
import Foundation

extension Diary {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case id
    case today
    case createdAt
    case updatedAt
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let diary = Diary.keys

    model.listPluralName = "Diaries"
    model.syncPluralName = "Diaries"

    model.attributes(
      .primaryKey(fields: [diary.id])
    )

    model.fields(
      .field(diary.id, is: .required, ofType: .string),
      .field(diary.today, is: .optional, ofType: .enum(type: mood.self)),
      .field(diary.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
      .field(diary.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)
    )
  }

  public class Path: ModelPath<Diary> {}

  public static var rootPath: PropertyContainerPath? { Path() }
}

extension Diary: ModelIdentifiable {
  public typealias IdentifierFormat = ModelIdentifierFormat.Default
  public typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

extension ModelPath where ModelType == Diary {
  public var id: FieldPath<String> {
    string("id")
  }
  public var createdAt: FieldPath<Temporal.DateTime> {
    datetime("createdAt")
  }
  public var updatedAt: FieldPath<Temporal.DateTime> {
    datetime("updatedAt")
  }
}
