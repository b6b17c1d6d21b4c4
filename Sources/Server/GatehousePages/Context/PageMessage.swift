// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// An error or a result above the form of a page.
package enum PageMessage: Sendable, Equatable {
    /// A text that is shown as it is, such as the error of a trigger.
    case text(String)
    /// A fault of an operation, in the language of the page if it is a known one.
    case fault(ServiceFault)
    /// The two entries of a new password are different.
    case passwordsDiffer
    /// A required field has no entry.
    case missingEntry
    /// The form's value against forged requests is not valid any more.
    case formExpired
    /// The sign-in took too long.
    case sessionExpired
    /// No provider has the domain of the email address.
    case unknownOrganization
    /// A user must confirm the account first.
    case notConfirmed
    /// The account is confirmed now.
    case confirmed
    /// The password has changed.
    case passwordChanged
    /// Another code was sent.
    case codeSentAgain

    /// Returns the texts about fields of a form by the fields' names; empty for an error of the whole form.
    ///
    /// `entries` are the names of the fields that the user has filled in.
    func texts(about fields: [FormField], entries: Set<String>, in texts: PageTexts) -> [String: String] {
        switch self {
        case .missingEntry:
            let missing = fields.filter { $0.isRequired && !entries.contains($0.name) }
            return Dictionary(missing.map { ($0.name, texts.errors.missingField) }) { first, _ in first }
        case .passwordsDiffer: return [PageField.passwordAgain: text(in: texts)]
        case .unknownOrganization: return [PageField.providerAddress: text(in: texts)]
        case .fault(let fault): return FaultFields(fault).texts(in: fields.map(\.name), texts)
        case .text, .formExpired, .sessionExpired, .notConfirmed, .confirmed, .passwordChanged, .codeSentAgain:
            return [:]
        }
    }

    /// Returns the text in a language.
    func text(in texts: PageTexts) -> String {
        switch self {
        case .text(let text): text
        case .fault(let fault): FaultText(fault).text(in: texts)
        case .passwordsDiffer: texts.errors.passwordsDiffer
        case .missingEntry: texts.errors.missingEntry
        case .formExpired: texts.errors.formExpired
        case .sessionExpired: texts.errors.sessionExpired
        case .unknownOrganization: texts.errors.unknownOrganization
        case .notConfirmed: texts.errors.notConfirmed
        case .confirmed: texts.ends.confirmed
        case .passwordChanged: texts.ends.passwordChanged
        case .codeSentAgain: texts.ends.codeSentAgain
        }
    }
}
