// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The destination of a code, masked as in the answers of operations.
package enum CodeDestination: Sendable, Equatable {
    /// An email address, such as `j***@e***`.
    case email(String)
    /// A phone number, such as `+*******1212`.
    case phoneNumber(String)
    /// A destination that the page does not show.
    case unknown

    /// The values of ``source(_:)``.
    var values: PageValues {
        switch self {
        case .email(let address): ["byEmail": .flag(true), "destination": .text(address)]
        case .phoneNumber(let number): ["byMessage": .flag(true), "destination": .text(number)]
        case .unknown: ["byUnknown": .flag(true)]
        }
    }

    /// The source of the text about the code.
    static func source(_ texts: PageTexts) -> String {
        """
        {{#byEmail}}\(Markup.text(texts.codes.sentByEmail)){{/byEmail}}\
        {{#byMessage}}\(Markup.text(texts.codes.sentByMessage)){{/byMessage}}\
        {{#byUnknown}}\(Markup.text(texts.codes.sent)){{/byUnknown}}

        """
    }
}
