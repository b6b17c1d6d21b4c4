// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The form for a new account.
package struct SignUpPage: Page {
    /// The name with which users sign in.
    package var name: SignInName
    /// The user name that the form has already.
    package var userName: String?
    /// The attributes of the form.
    package var attributes: [PageAttribute]
    /// The rules for the password; `nil` for an account without one.
    package var rules: PasswordRules?

    /// Creates the page.
    package init(
        name: SignInName = .userName, userName: String? = nil, attributes: [PageAttribute] = [],
        rules: PasswordRules? = PasswordRules()
    ) {
        self.name = name
        self.userName = userName
        self.attributes = attributes
        self.rules = rules
    }

    package var fields: [FormField] {
        [FormField(PageField.userName)] + attributes.map(\.field) + (rules == nil ? [] : PasswordRules.fields)
    }

    package static let template = PageTemplate { texts in
        let password = PasswordRules.source(texts, label: texts.signIn.password)
        return PageSource(
            title: texts.signUp.heading,
            body: """
                \(Markup.form("""
                    \(SignInName.field)\(PageAttribute.source){{#hasPassword}}\(password){{/hasPassword}}
                    {{#hasDocuments}}<p class="inline">\(texts.signUp.agreement)</p>
                    <ul class="inline">{{#documents}}<li><a href="{{address}}" target="_blank" rel="noopener">\
                    {{title}}</a></li>{{/documents}}</ul>
                    {{/hasDocuments}}\(Markup.submit(texts.signUp.button))
                    """))
                \(Markup.link(texts.signIn.button, to: "login", after: texts.signUp.haveAccount))
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let errors = errors(in: context, texts)
        let values: PageValues = [
            "action": .text(context.address(of: .signUp)), "login": .text(context.address(of: .login)),
            "userName": .optional(userName), "attributes": .list(attributes.map { $0.values(errors, texts) }),
            "hasPassword": .flag(rules != nil),
        ]
        return values.adding(name.values(texts)).adding(rules?.values ?? [:])
    }
}
