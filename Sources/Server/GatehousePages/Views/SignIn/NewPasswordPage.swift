// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The page for the password that replaces a temporary one, with the attributes that the user lacks.
package struct NewPasswordPage: Page {
    /// The user name, for the browser's password manager.
    package var userName: String
    /// The attributes that the user must enter.
    package var attributes: [PageAttribute]
    /// The rules for the password.
    package var rules: PasswordRules

    /// Creates the page.
    package init(userName: String, attributes: [PageAttribute] = [], rules: PasswordRules = PasswordRules()) {
        self.userName = userName
        self.attributes = attributes
        self.rules = rules
    }

    package var fields: [FormField] { PasswordRules.fields + attributes.map(\.field) }

    package static let template = PageTemplate { texts in
        let userName = #"<input type="hidden" name="username" value="{{userName}}" autocomplete="username">"#
        return PageSource(
            title: texts.password.newHeading,
            body: """
                \(Markup.text(texts.password.newText))
                \(Markup.form("""
                    \(userName)
                    \(PasswordRules.source(texts, label: texts.password.newPassword))\(PageAttribute.source)
                    \(Markup.submit(texts.password.change))
                    """))
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let errors = errors(in: context, texts)
        return rules.values.adding([
            "action": .text(context.address(of: .step)), "userName": .text(userName),
            "attributes": .list(attributes.map { $0.values(errors, texts) }),
        ])
    }
}
