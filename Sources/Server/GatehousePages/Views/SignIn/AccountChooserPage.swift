// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The choice between the accounts of the browser's session and another one.
package struct AccountChooserPage: Page {
    /// An account of the browser's session.
    package struct Account: Sendable, Equatable {
        /// The name that the user knows, such as the email address.
        package let name: String
        /// The value of the field `account`.
        package let value: String

        /// Creates an account.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The accounts in their order.
    package var accounts: [Account]

    /// Creates the page.
    package init(_ accounts: [Account]) {
        self.accounts = accounts
    }

    package static let template = PageTemplate { texts in
        PageSource(
            title: texts.signIn.chooserHeading,
            body: Markup.form(
                """
                {{#accounts}}<button class="choice" type="submit" name="\(PageField.account)" value="{{account}}">\
                \(texts.signIn.continueAs)</button>
                {{/accounts}}<button class="choice" type="submit" name="\(PageField.account)" \
                value="\(PageField.anotherAccount)">\(texts.signIn.anotherAccount)</button>
                """))
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let items: [PageValues] = accounts.map { ["account": .text($0.value), "userName": .text($0.name)] }
        return ["action": .text(context.address(of: .login)), "accounts": .list(items)]
    }
}
