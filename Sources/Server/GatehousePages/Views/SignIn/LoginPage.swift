// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The first page of a sign-in: a user name with or without a password, providers, or both.
package struct LoginPage: Page {
    /// The name with which users sign in.
    package var name: SignInName
    /// The user name that the form has already, such as the hint of the application.
    package var userName: String?
    /// Whether users of the pool can sign in, not only users of providers.
    package var hasPoolUsers: Bool
    /// Whether the password is on this page; else ``PasswordPage`` or ``FactorChoicePage`` follows.
    package var hasPassword: Bool
    /// The providers with a button.
    package var providers: [PageProvider]
    /// Whether the domain of an email address selects a SAML provider.
    package var hasOrganizations: Bool
    /// Whether the page has a link to the form for new accounts.
    package var canSignUp: Bool
    /// Whether the page has a link to the form that resets a password.
    package var canResetPassword: Bool

    /// Creates the page.
    package init(
        name: SignInName = .userName, userName: String? = nil, hasPoolUsers: Bool = true, hasPassword: Bool = true,
        providers: [PageProvider] = [], hasOrganizations: Bool = false, canSignUp: Bool = true,
        canResetPassword: Bool = true
    ) {
        self.name = name
        self.userName = userName
        self.hasPoolUsers = hasPoolUsers
        self.hasPassword = hasPassword
        self.providers = providers
        self.hasOrganizations = hasOrganizations
        self.canSignUp = canSignUp
        self.canResetPassword = canResetPassword
    }

    package var fields: [FormField] {
        // The form for organizations is another one, which stays empty.
        let organization = hasOrganizations ? [FormField(PageField.providerAddress, isRequired: false)] : []
        guard hasPoolUsers else { return organization }
        return organization + [FormField(PageField.userName)] + (hasPassword ? [FormField(PageField.password)] : [])
    }

    package static let template = PageTemplate { texts in
        let password = "{{#hasPassword}}\(Markup.password(texts)){{/hasPassword}}"
        let button = """
            <p><button class="submitButton-customizable" type="submit">{{#hasPassword}}\(texts.signIn.button)\
            {{/hasPassword}}{{^hasPassword}}\(texts.general.continue){{/hasPassword}}</button></p>
            """
        let organization = Markup.field(
            texts.signIn.organizationEmail, PageField.providerAddress,
            #"type="email" autocomplete="email" maxlength="320" required"#)
        let choose = #"<p><button class="idpButton-customizable" type="submit">\#(texts.general.continue)</button></p>"#
        return PageSource(
            title: texts.signIn.heading,
            body: """
                {{#providers}}<a class="{{class}}-customizable" href="{{address}}">\
                \(texts.signIn.continueWithProvider)</a>
                {{/providers}}{{#hasOrganizations}}<section aria-labelledby="organization">
                <h2 class="idpDescription-customizable" id="organization">\(texts.signIn.organization)</h2>
                \(Markup.form(organization + choose))</section>
                {{/hasOrganizations}}{{#hasBoth}}<p class="or">\(texts.general.or)</p>
                {{/hasBoth}}{{#hasPoolUsers}}\(Markup.form(SignInName.field + password + button))
                {{#canResetPassword}}\(Markup.link(texts.signIn.forgotPassword, to: "forgotPassword"))
                {{/canResetPassword}}{{#canSignUp}}\(
                    Markup.link(texts.signIn.signUp, to: "signUp", after: texts.signIn.noAccount)){{/canSignUp}}\
                {{/hasPoolUsers}}
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let values: PageValues = [
            "action": .text(context.address(of: .login)), "userName": .optional(userName),
            "hasPoolUsers": .flag(hasPoolUsers), "hasPassword": .flag(hasPassword),
            "providers": .list(providers.map { $0.values(in: context) }), "hasOrganizations": .flag(hasOrganizations),
            "hasBoth": .flag(hasPoolUsers && (!providers.isEmpty || hasOrganizations)),
            "canResetPassword": .flag(canResetPassword),
            "forgotPassword": .text(context.address(of: .forgotPassword)),
            "canSignUp": .flag(canSignUp), "signUp": .text(context.address(of: .signUp)),
        ]
        return values.adding(name.values(texts))
    }
}
