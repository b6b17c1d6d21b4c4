// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The page for a code from a message or an app, or for the answer to a custom challenge.
package struct CodePage: Page {
    /// The origin of the code.
    package enum Origin: Sendable, Equatable {
        /// A message.
        case message(CodeDestination)
        /// An authenticator app.
        case authenticatorApp
        /// A custom challenge with the text of the trigger.
        case challenge(String)
    }

    /// The origin of the code.
    package var origin: Origin
    /// Whether the user can request another code.
    package var canResend: Bool
    /// Whether the user can go back to other factors.
    package var hasOtherWays: Bool

    /// Creates the page.
    package init(_ origin: Origin, canResend: Bool = false, hasOtherWays: Bool = false) {
        self.origin = origin
        self.canResend = canResend
        self.hasOtherWays = hasOtherWays
    }

    package var fields: [FormField] { [FormField(PageField.code)] }

    package static let template = PageTemplate { texts in
        let answer = Markup.field(
            texts.codes.answer, PageField.code, #"type="text" autocomplete="off" maxlength="2048" required"#)
        return PageSource(
            title: "{{heading}}",
            body: """
                \(CodeDestination.source(texts)){{#isFromApp}}\(Markup.text(texts.codes.fromApp)){{/isFromApp}}\
                {{#question}}\(Markup.text("{{question}}")){{/question}}
                \(Markup.form("""
                    {{#isChallenge}}\(answer){{/isChallenge}}{{^isChallenge}}\(Markup.code(texts)){{/isChallenge}}
                    \(Markup.submit(texts.general.continue))
                    {{#canResend}}\(Markup.action(texts.codes.resend, .resend))
                    {{/canResend}}{{#hasOtherWays}}\(Markup.action(texts.steps.anotherWay, .anotherWay))
                    {{/hasOtherWays}}
                    """))
                \(Markup.link(texts.signIn.anotherAccount, to: "login"))
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let own: PageValues =
            switch origin {
            case .message(let destination): destination.values.adding(["heading": .text(texts.codes.heading)])
            case .authenticatorApp: ["heading": .text(texts.codes.heading), "isFromApp": .flag(true)]
            case .challenge(let question):
                [
                    "heading": .text(texts.codes.challengeHeading), "isChallenge": .flag(true),
                    "question": .text(question),
                ]
            }
        return own.adding([
            "action": .text(context.address(of: .step)), "login": .text(context.address(of: .login)),
            "canResend": .flag(canResend), "hasOtherWays": .flag(hasOtherWays),
        ])
    }
}
