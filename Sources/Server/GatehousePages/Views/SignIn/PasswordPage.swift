// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The page for the password after that for the user name.
package struct PasswordPage: Page {
    /// The user name that was entered.
    package var userName: String
    /// Whether the page has a link to the form that resets a password.
    package var canResetPassword: Bool
    /// Whether the user can go back to other factors.
    package var hasOtherWays: Bool

    /// Creates the page.
    package init(userName: String, canResetPassword: Bool = true, hasOtherWays: Bool = false) {
        self.userName = userName
        self.canResetPassword = canResetPassword
        self.hasOtherWays = hasOtherWays
    }

    package var fields: [FormField] { [FormField(PageField.password)] }

    package static let template = PageTemplate { texts in
        let userName = #"<input type="hidden" name="username" value="{{userName}}" autocomplete="username">"#
        return PageSource(
            title: texts.signIn.passwordHeading,
            body: """
                \(Markup.text(texts.signIn.signingInAs))
                \(Markup.form("""
                    \(userName)
                    \(Markup.password(texts))\(Markup.submit(texts.signIn.button))
                    {{#hasOtherWays}}\(Markup.action(texts.steps.anotherWay, .anotherWay)){{/hasOtherWays}}
                    """))
                {{#canResetPassword}}\(Markup.link(texts.signIn.forgotPassword, to: "forgotPassword"))
                {{/canResetPassword}}\(Markup.link(texts.signIn.anotherAccount, to: "login"))
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        [
            "action": .text(context.address(of: .step)), "userName": .text(userName),
            "hasOtherWays": .flag(hasOtherWays), "canResetPassword": .flag(canResetPassword),
            "forgotPassword": .text(context.address(of: .forgotPassword)), "login": .text(context.address(of: .login)),
        ]
    }
}
