// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Testing

@testable import GatehousePages

/// Errors at the fields that they are about.
@Suite struct FieldErrorTests {
    private func tags(of page: any Page, error: PageMessage?, entries: Set<String> = []) -> [Tag] {
        Tag.all(in: page.html(in: PageContext(query: "client_id=a", error: error, entries: entries)))
    }

    /// The inputs that a user fills in.
    private func inputs(in tags: [Tag]) -> [Tag] {
        tags.filter { $0.name == "input" && $0.attributes["type"] != "hidden" }
    }

    /// The names of the fields that are marked as invalid.
    private func invalid(in tags: [Tag]) -> [String] {
        inputs(in: tags).filter { $0.attributes["aria-invalid"] == "true" }.compactMap { $0.attributes["name"] }
    }

    @Test(arguments: EveryPage.all)
    func `a page lists the fields that its user fills in, in their order`(page: EveryPage) {
        let page = page.page("plain")
        let names = inputs(in: tags(of: page, error: nil)).compactMap { $0.attributes["name"] }
        #expect(page.fields.map(\.name) == names)
    }

    @Test(arguments: EveryPage.all)
    func `each required field without an entry has an error of its own`(page: EveryPage) {
        let page = page.page("plain")
        let tags = tags(of: page, error: .missingEntry)
        let required = page.fields.filter(\.isRequired).map(\.name)
        #expect(invalid(in: tags) == required)
        let ids = tags.compactMap { $0.attributes["id"] }
        for input in inputs(in: tags) {
            let id = input.attributes["id"] ?? ""
            let described = input.attributes["aria-describedby"]?.split(separator: " ").map(String.init) ?? []
            #expect(described.contains("\(id)-error") == required.contains(input.attributes["name"] ?? ""))
            #expect(described.allSatisfy(ids.contains))
        }
    }

    @Test(arguments: EveryPage.all)
    func `the browser shows the first field with an error`(page: EveryPage) {
        let page = page.page("plain")
        let focused = inputs(in: tags(of: page, error: .missingEntry)).filter { $0.attributes["autofocus"] != nil }
        #expect(focused.compactMap { $0.attributes["name"] } == page.fields.filter(\.isRequired).prefix(1).map(\.name))
        #expect(!tags(of: page, error: .sessionExpired).contains { $0.attributes["autofocus"] != nil })
    }

    @Test func `a field with an entry is not missing`() {
        let tags = tags(of: LoginPage(), error: .missingEntry, entries: ["username"])
        #expect(invalid(in: tags) == ["password"])
        #expect(!tags.contains { $0.attributes["id"] == "error" })
    }

    @Test func `a long form also has a text above it`() {
        let attributes = ["given_name", "family_name"].map { PageAttribute($0) }
        let tags = tags(of: SignUpPage(attributes: attributes), error: .missingEntry)
        #expect(tags.contains { $0.attributes["id"] == "error" && $0.attributes["role"] == "alert" })
    }

    @Test func `an error of the whole form marks no field`() {
        let fault = ServiceFault("NotAuthorizedException", "Incorrect username or password.")
        let tags = tags(of: LoginPage(), error: .fault(fault))
        #expect(invalid(in: tags).isEmpty)
        #expect(tags.contains { $0.attributes["id"] == "error" && $0.attributes["role"] == "alert" })
        #expect(inputs(in: tags).allSatisfy { $0.attributes["aria-describedby"] == "error" })
    }

    private static let signUp = SignUpPage(
        attributes: ["email", "phone_number", "custom:team"].map { PageAttribute($0) })

    @Test(arguments: [
        ("InvalidPasswordException", "Password did not conform with policy: Password not long enough", ["password"]),
        ("InvalidParameterException", "Invalid email address format.", ["requiredAttributes[email]"]),
        ("InvalidParameterException", "Invalid phone number format.", ["requiredAttributes[phone_number]"]),
        ("InvalidParameterException", "Username should be an email.", ["username"]),
        ("UsernameExistsException", "User already exists", ["username"]),
        (
            "InvalidParameterException",
            "1 validation error detected: Value 'a b' at 'username' failed to satisfy constraint: Member must satisfy",
            ["username"]
        ),
        (
            "InvalidParameterException",
            "Attributes did not conform to the schema: email: The attribute is required\n"
                + "custom:team: String must be at least 3 characters\n",
            ["requiredAttributes[email]", "requiredAttributes[custom:team]"]
        ),
        ("UserLambdaValidationException", "PreSignUp failed with error No.", []),
        ("LimitExceededException", "Attempt limit exceeded", []),
    ])
    func `a fault of a sign-up marks the fields that it names`(code: String, message: String, names: [String]) {
        let fault = ServiceFault(ServiceFault.Code(rawValue: code), message)
        #expect(invalid(in: tags(of: Self.signUp, error: .fault(fault))) == names)
    }

    @Test(arguments: ["CodeMismatchException", "ExpiredCodeException", "EnableSoftwareTokenMFAException"])
    func `a refused code marks the field of the code`(code: String) {
        let fault = ServiceFault(ServiceFault.Code(rawValue: code), "Code mismatch")
        for page: any Page in [
            CodePage(.authenticatorApp), ConfirmPage(userName: "ada"), ResetPasswordPage(userName: "ada"),
            TOTPSetUpPage(secret: "AB", userName: "ada", issuer: "Shop"),
        ] {
            #expect(invalid(in: tags(of: page, error: .fault(fault))) == ["code"])
        }
    }

    @Test func `a fault about an attribute that the form lacks is above the form with its text`() {
        let text = "Attributes did not conform to the schema: nickname: The attribute is required"
        let fault = ServiceFault("InvalidParameterException", text)
        let html = Self.signUp.html(in: PageContext(error: .fault(fault)))
        #expect(html.contains(text) && invalid(in: Tag.all(in: html)).isEmpty)
    }

    @Test(arguments: PageTexts.languages)
    func `the reasons of attributes are in the language of the page, with their limits`(language: PageLanguage) {
        let reasons = [
            "The attribute is required", "String must be no longer than 7 characters",
            "String must be at least 7 characters", "Number must be no greater than 7", "Number must be at least 7",
            "Attribute value must be a number", "Attribute value must be a boolean", "another reason",
        ]
        let errors = PageTexts(in: language).errors
        let texts = reasons.map { AttributeFlaw(attribute: "a", reason: $0).text(in: errors) }
        #expect(Set(texts).count == reasons.count)
        #expect(texts.count { $0.contains("7") } == 4 && !texts.contains { $0.contains("{{") })
        #expect(Set(texts).isDisjoint(with: reasons))
    }

    @Test(arguments: PageTexts.languages)
    func `a password that breaks a rule has an error that names the rule`(language: PageLanguage) {
        let endings = [
            "Password not long enough", "Password must have uppercase characters",
            "Password must have lowercase characters", "Password must have numeric characters",
            "Password must have symbol characters", "Password must have at most 256 characters",
        ]
        let texts = endings.map { ending in
            let fault = ServiceFault("InvalidPasswordException", "Password did not conform with policy: \(ending)")
            return PageMessage.fault(fault).text(in: PageTexts(in: language))
        }
        #expect(Set(texts).count == endings.count)
    }
}
