// swiftlint:disable all
import Amplify
import Foundation

extension ChatAttachment {
  // MARK: - CodingKeys
  public enum CodingKeys: String, ModelKey {
    case url
    case bytes
    case kind
  }

  public static let keys = CodingKeys.self

  // MARK: - ModelSchema
  public static let schema = defineSchema { model in
    let chatAttachment = ChatAttachment.keys

    model.listPluralName = "ChatAttachments"
    model.syncPluralName = "ChatAttachments"

    model.fields(
      .field(chatAttachment.url, is: .required, ofType: .string),
      .field(chatAttachment.bytes, is: .optional, ofType: .int),
      .field(chatAttachment.kind, is: .required, ofType: .enum(type: ChatAttachmentKind.self))
    )
  }
}
