// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The form for the code that confirms an account.
package struct ConfirmPage: Page {
    /// The user name; `nil` if the user enters it.
    package var userName: String?
    /// The name with which users sign in.
    package var name: SignInName
    /// The destination of the code; `nil` if no code was sent for this request.
    package var destination: CodeDestination?

    /// Creates the page.
    package init(userName: String? = nil, name: SignInName = .userName, destination: CodeDestination? = nil) {
        self.userName = userName
        self.name = name
        self.destination = destination
    }

    package var fields: [FormField] { SignInName.fields(ifUnknown: userName) + [FormField(PageField.code)] }

    package static let template = PageTemplate { texts in
        PageSource(
            title: texts.signUp.confirmHeading,
            body: """
                \(CodeDestination.source(texts))\(Markup.form("""
                    \(SignInName.fieldIfUnknown)\(Markup.code(texts))\(Markup.submit(texts.signUp.confirmButton))
                    """))
                \(Markup.link(texts.codes.resend, to: "resend", after: texts.codes.notReceived))
                \(Markup.link(texts.general.backToSignIn, to: "login"))
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let values: PageValues = [
            "action": .text(context.address(of: .confirm)), "login": .text(context.address(of: .login)),
            "resend": .text(context.address(of: .resendCode)), "userName": .optional(userName),
        ]
        return values.adding(name.values(texts)).adding(destination?.values ?? [:])
    }
}
