// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The form for another code that confirms an account.
package struct ResendCodePage: Page {
    /// The user name that the form has already.
    package var userName: String?
    /// The name with which users sign in.
    package var name: SignInName

    /// Creates the page.
    package init(userName: String? = nil, name: SignInName = .userName) {
        self.userName = userName
        self.name = name
    }

    package var fields: [FormField] { [FormField(PageField.userName)] }

    package static let template = PageTemplate { texts in
        PageSource(
            title: texts.signUp.resendHeading,
            body: """
                \(Markup.text(texts.signUp.resendText))
                \(Markup.form(SignInName.field + Markup.submit(texts.password.sendCode)))
                \(Markup.link(texts.general.backToSignIn, to: "login"))
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let values: PageValues = [
            "action": .text(context.address(of: .resendCode)), "login": .text(context.address(of: .login)),
            "userName": .optional(userName),
        ]
        return values.adding(name.values(texts))
    }
}
