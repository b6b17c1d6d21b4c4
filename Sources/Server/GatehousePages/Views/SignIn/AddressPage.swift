// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The page for the email address or the phone number of a second factor that the user sets up.
package struct AddressPage: Page {
    /// The kinds of addresses.
    package enum Kind: Sendable, CaseIterable {
        /// An email address.
        case email
        /// A phone number.
        case phoneNumber
    }

    /// The kind of the address.
    package var kind: Kind
    /// The entry that the form has already.
    package var address: String?

    /// Creates the page.
    package init(_ kind: Kind, address: String? = nil) {
        self.kind = kind
        self.address = address
    }

    package var fields: [FormField] { [FormField(PageField.address)] }

    package static let template = PageTemplate { texts in
        let email = Markup.field(
            texts.signIn.email, PageField.address,
            #"type="email" value="{{address}}" autocomplete="email" maxlength="320" required"#)
        let phoneNumber = Markup.field(
            texts.signIn.phoneNumber, PageField.address,
            #"type="tel" value="{{address}}" autocomplete="tel" maxlength="32" required"#,
            hint: texts.attributes.phoneNumberHint)
        return PageSource(
            title: "{{heading}}",
            body: """
                \(Markup.text(texts.steps.addressText))
                \(Markup.form("""
                    {{#isEmail}}\(email){{/isEmail}}{{^isEmail}}\(phoneNumber){{/isEmail}}
                    \(Markup.submit(texts.general.continue))
                    """))
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let heading =
            switch kind {
            case .email: texts.steps.emailHeading
            case .phoneNumber: texts.steps.phoneHeading
            }
        return [
            "action": .text(context.address(of: .step)), "heading": .text(heading), "isEmail": .flag(kind == .email),
            "address": .optional(address),
        ]
    }
}
