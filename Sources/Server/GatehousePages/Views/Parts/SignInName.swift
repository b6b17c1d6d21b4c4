// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The name with which the users of a pool sign in.
package enum SignInName: Sendable, CaseIterable {
    /// A user name, or an alias where the pool has them.
    case userName
    /// An email address.
    case email
    /// A phone number.
    case phoneNumber
    /// An email address or a phone number.
    case emailOrPhoneNumber

    /// The values of the field: its label and its keyboard.
    func values(_ texts: PageTexts) -> PageValues {
        let (label, keyboard) =
            switch self {
            case .userName: (texts.signIn.userName, "text")
            case .email: (texts.signIn.email, "email")
            case .phoneNumber: (texts.signIn.phoneNumber, "tel")
            case .emailOrPhoneNumber: (texts.signIn.emailOrPhoneNumber, "email")
            }
        return ["nameLabel": .text(label), "nameKeyboard": .text(keyboard)]
    }

    /// The source of the field, with the value `userName`.
    static let field = Markup.field(
        "{{nameLabel}}", PageField.userName,
        #"value="{{userName}}" inputmode="{{nameKeyboard}}" autocomplete="username" autocapitalize="none" "#
            + #"spellcheck="false" maxlength="2048" required"#)

    /// The field where a page does not know the name yet.
    static func fields(ifUnknown userName: String?) -> [FormField] {
        userName == nil ? [FormField(PageField.userName)] : []
    }

    /// The source of the field where the value `userName` is missing, and of a hidden field where it is not.
    static let fieldIfUnknown = """
        {{#userName}}<input type="hidden" name="\(PageField.userName)" value="{{userName}}">
        {{/userName}}{{^userName}}\(field){{/userName}}
        """
}
