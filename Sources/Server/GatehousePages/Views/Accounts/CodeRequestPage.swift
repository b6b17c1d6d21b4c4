// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The form for the user name to which a code is sent.
package struct CodeRequestPage: Page {
    /// The use of the code.
    package enum Purpose: Sendable, CaseIterable {
        /// It resets a password.
        case reset
        /// It confirms an account, after an earlier code.
        case confirmation
    }

    /// The use of the code.
    package var purpose: Purpose
    /// The user name that the form has already.
    package var userName: String?
    /// The name with which users sign in.
    package var name: SignInName

    /// Creates the page.
    package init(_ purpose: Purpose, userName: String? = nil, name: SignInName = .userName) {
        self.purpose = purpose
        self.userName = userName
        self.name = name
    }

    package var fields: [FormField] { [FormField(PageField.userName)] }

    package static let template = PageTemplate { texts in
        PageSource(
            title: "{{heading}}",
            body: """
                \(Markup.text("{{explanation}}"))
                \(Markup.form(SignInName.field + Markup.submit(texts.password.sendCode)))
                \(Markup.link(texts.general.backToSignIn, to: "login"))
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let (heading, explanation, path): (String, String, PagePath) =
            switch purpose {
            case .reset: (texts.password.forgotHeading, texts.password.forgotText, .forgotPassword)
            case .confirmation: (texts.signUp.resendHeading, texts.signUp.resendText, .resendCode)
            }
        let values: PageValues = [
            "action": .text(context.address(of: path)), "login": .text(context.address(of: .login)),
            "heading": .text(heading), "explanation": .text(explanation), "userName": .optional(userName),
        ]
        return values.adding(name.values(texts))
    }
}
