// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The form for a new password with a code.
package struct ResetPasswordPage: Page {
    /// The user name; `nil` if the user enters it.
    package var userName: String?
    /// The name with which users sign in.
    package var name: SignInName
    /// The destination of the code; `nil` if no code was sent for this request.
    package var destination: CodeDestination?
    /// The rules for the password.
    package var rules: PasswordRules

    /// Creates the page.
    package init(
        userName: String? = nil, name: SignInName = .userName, destination: CodeDestination? = nil,
        rules: PasswordRules = PasswordRules()
    ) {
        self.userName = userName
        self.name = name
        self.destination = destination
        self.rules = rules
    }

    package var fields: [FormField] {
        SignInName.fields(ifUnknown: userName) + [FormField(PageField.code)] + PasswordRules.fields
    }

    package static let template = PageTemplate { texts in
        PageSource(
            title: texts.password.resetHeading,
            body: """
                \(CodeDestination.source(texts))\(Markup.form("""
                    \(SignInName.fieldIfUnknown)\(Markup.code(texts))\
                    \(PasswordRules.source(texts, label: texts.password.newPassword))
                    \(Markup.submit(texts.password.change))
                    """))
                \(Markup.link(texts.codes.resend, to: "resend", after: texts.codes.notReceived))
                \(Markup.link(texts.general.backToSignIn, to: "login"))
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let values: PageValues = [
            "action": .text(context.address(of: .confirmForgotPassword)), "login": .text(context.address(of: .login)),
            "resend": .text(context.address(of: .forgotPassword)), "userName": .optional(userName),
        ]
        return values.adding(name.values(texts)).adding(destination?.values ?? [:]).adding(rules.values)
    }
}
