// swiftlint:disable all
import Amplify
import Foundation

public enum ChatAttachmentKind: String, EnumPersistable {
  case image = "IMAGE"
  case video = "VIDEO"
  case voiceMessage = "VOICE_MESSAGE"
}
