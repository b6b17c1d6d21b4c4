// swiftlint:disable all
import Amplify
import Foundation

public struct ChatAttachment: Embeddable {
  var url: String
  var bytes: Int?
  var kind: ChatAttachmentKind
}
