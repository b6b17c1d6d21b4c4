// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehousePages

/// Every page with every part, with a text in place of each value.
struct EveryPage: CustomTestStringConvertible {
    let name: String
    /// Creates the page with a text.
    let page: @Sendable (_ text: String) -> any Page

    var testDescription: String { name }

    private init(_ name: String, _ page: @escaping @Sendable (String) -> any Page) {
        self.name = name
        self.page = page
    }

    /// All pages; a test compares them with the files of the pages.
    static let all: [EveryPage] = signIn + accounts + ends

    private static let signIn: [EveryPage] = [
        EveryPage("LoginPage") {
            LoginPage(
                name: .userName, userName: $0,
                providers: PageProvider.Kind.allCases.map { kind in PageProvider(kind, name: "a") }
                    + [PageProvider(.saml, name: $0)],
                hasOrganizations: true)
        },
        EveryPage("PasswordPage") { PasswordPage(userName: $0, hasOtherWays: true) },
        EveryPage("FactorChoicePage") { _ in FactorChoicePage(.second, PageFactor.allCases) },
        EveryPage("FactorChoicePage, first") { _ in FactorChoicePage(.first, PageFactor.allCases) },
        EveryPage("FactorChoicePage, set-up") { _ in FactorChoicePage(.setUp, PageFactor.allCases) },
        EveryPage("CodePage") { CodePage(.message(.email($0)), canResend: true, hasOtherWays: true) },
        EveryPage("CodePage, phone") { CodePage(.message(.phoneNumber($0))) },
        EveryPage("CodePage, unknown destination") { _ in CodePage(.message(.unknown)) },
        EveryPage("CodePage, app") { _ in CodePage(.authenticatorApp) },
        EveryPage("CodePage, challenge") { CodePage(.challenge($0)) },
        EveryPage("AddressPage") { AddressPage(.email, address: $0) },
        EveryPage("AddressPage, phone") { AddressPage(.phoneNumber, address: $0) },
        EveryPage("TOTPSetUpPage") { TOTPSetUpPage(secret: $0, userName: $0, issuer: $0) },
        EveryPage("NewPasswordPage") { NewPasswordPage(userName: $0, attributes: attributes($0)) },
        EveryPage("AccountChooserPage") { AccountChooserPage([.init(name: $0, value: $0)]) },
        EveryPage("ProviderRedirectPage") {
            ProviderRedirectPage(provider: $0, path: "/domains/example/oauth2/authorize?client_id=a&state=\($0)")
        },
        EveryPage("PasskeySignInPage") { PasskeySignInPage(options: $0) },
    ]

    private static let accounts: [EveryPage] = [
        EveryPage("SignUpPage") { SignUpPage(name: .email, userName: $0, attributes: attributes($0)) },
        EveryPage("ConfirmPage") { ConfirmPage(userName: $0, destination: .email($0)) },
        EveryPage("ConfirmPage, unknown user") { _ in ConfirmPage(name: .phoneNumber) },
        EveryPage("CodeRequestPage, confirmation") {
            CodeRequestPage(.confirmation, userName: $0, name: .emailOrPhoneNumber)
        },
        EveryPage("CodeRequestPage") { CodeRequestPage(.reset, userName: $0) },
        EveryPage("ResetPasswordPage") { ResetPasswordPage(userName: $0, destination: .phoneNumber($0)) },
        EveryPage("LinkConfirmationPage") { _ in LinkConfirmationPage() },
        EveryPage("AddPasskeyPage") { AddPasskeyPage(options: $0) },
        EveryPage("PasskeyAddedPage") { PasskeyAddedPage(nextAddress: "https://app.example/?\($0)") },
    ]

    private static let ends: [EveryPage] = [
        EveryPage("SignedOutPage") { _ in SignedOutPage(canSignIn: true) },
        EveryPage("SessionExpiredPage") { _ in SessionExpiredPage() },
        EveryPage("ResultPage") { ResultPage(.text($0)) },
        EveryPage("FormPostPage") {
            ifThere(FormPostPage(address: "https://app.example/?\($0)", parameters: [HiddenField("state", $0)]))
        },
        EveryPage("ErrorPage") { ErrorPage(code: $0, description: $0, requestID: $0) },
    ]

    private static func ifThere(_ page: (any Page)?) -> any Page { page ?? ErrorPage() }

    private static let standardAttributes = [
        "address", "birthdate", "email", "family_name", "gender", "given_name", "locale", "middle_name", "name",
        "nickname", "phone_number", "picture", "preferred_username", "profile", "website", "zoneinfo",
    ]

    private static func attributes(_ text: String) -> [PageAttribute] {
        standardAttributes.map { PageAttribute($0, value: text) } + [
            PageAttribute("custom:\(text)", value: text, isRequired: false),
            PageAttribute("custom:count", value: text, type: .number),
        ]
    }

    /// A context with every part, with a text in place of each value.
    static func context(_ text: String, in language: PageLanguage = .english) -> PageContext {
        PageContext(
            language: language,
            branding: PageBranding(
                name: text, logo: "/logo?\(text)", darkLogo: "/dark?\(text)", icon: "/icon?\(text)",
                styleSheet: "/style?\(text)",
                documents: LegalDocument.Kind.allCases.compactMap { LegalDocument($0, at: "https://a.example/\(text)") }
            ),
            basePath: "/domains/example", query: "client_id=a&state=\(text)",
            hiddenFields: [HiddenField("_csrf", text), HiddenField(text, "value")], error: .text(text),
            notice: .text(text), cancelAddress: "https://app.example/?\(text)", languagePath: .login)
    }

    /// The page as HTML, with a text in place of each value of the page and of its context.
    func html(_ text: String, in language: PageLanguage = .english) -> String {
        page(text).html(in: Self.context(text, in: language))
    }
}
