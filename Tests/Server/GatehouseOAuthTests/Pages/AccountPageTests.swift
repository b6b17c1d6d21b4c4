// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// New accounts, their confirmation, and new passwords on the pages.
@Suite(.hangLimit) struct AccountPageTests {
    private static let account = [
        "username": "ada", "password": PoolFixture.password, "confirm_password": PoolFixture.password,
        "requiredAttributes[email]": "ada@example.com",
    ]

    @Test func `a user signs up, confirms the account and is signed in`() async throws {
        let pool = try await HostedPool.make()
        var browser = pool.browser
        try await browser.open(pool.address("/signup"))
        try await browser.submit(Self.account)
        #expect(browser.text.contains("We sent a code by email to a***@e***."))
        #expect(!browser.html.contains("ada@example.com"))
        try await browser.submit(["code": pool.fixture.wrongCode])
        #expect(browser.text.contains("The code is not correct."))
        try await browser.submit(["code": pool.fixture.newestCode])
        #expect(browser.hasCode)
        #expect(try await pool.fixture.user("ada").userStatus == .confirmed)
    }

    @Test func `a refused field has its own error, and the form keeps the other entries`() async throws {
        let pool = try await HostedPool.make()
        var browser = pool.browser
        try await browser.open(pool.address("/signup"))
        for (field, value, id) in [
            ("password", "short", "password"), ("requiredAttributes[email]", "nonsense", "attribute-email"),
            ("confirm_password", "Other-Horse-9!", "confirm_password"), ("username", " ", "username"),
            ("requiredAttributes[email]", "", "attribute-email"),
        ] {
            var entries = Self.account
            entries[field] = value
            if field == "password" { entries["confirm_password"] = value }
            try await browser.submit(entries)
            #expect(browser.status == 400)
            #expect(browser.html.contains(#"<span class="field-error" id="\#(id)-error">"#), "\(field)")
            #expect(browser.html.matches(of: /aria-invalid="true"/).count == 1, "\(field)")
            #expect(field == "username" || browser.forms.first?["username"] == "ada")
        }
    }

    @Test func `a client with a secret can sign up users`() async throws {
        let pool = try await HostedPool.make(withSecret: true)
        var browser = pool.browser
        try await browser.open(pool.address("/signup"))
        try await browser.submit(Self.account)
        try await browser.submit(["code": pool.fixture.newestCode])
        #expect(browser.hasCode)
    }

    @Test(.tags(.security)) func `a confirmation signs in only the browser that signed up`() async throws {
        let pool = try await HostedPool.make()
        var browser = pool.browser
        try await browser.open(pool.address("/signup"))
        try await browser.submit(Self.account)
        var other = pool.browser
        try await other.open(pool.address("/confirm"))
        try await other.submit(["username": "ada", "code": pool.fixture.newestCode])
        #expect(other.text.contains("Your account is confirmed."))
        #expect(other.cookies[HostedPool.session] == nil)
    }

    @Test func `another code can be sent from the page`() async throws {
        let pool = try await HostedPool.make()
        var browser = pool.browser
        try await browser.open(pool.address("/signup"))
        try await browser.submit(Self.account)
        let first = pool.fixture.newestCode
        pool.fixture.gatehouse.clock.advance(by: 60)
        try await browser.submit(button: (name: "action", value: "resend"))
        #expect(browser.text.contains("We sent you a new code."))
        #expect(pool.fixture.gatehouse.messages().count == 2)
        let second = pool.fixture.newestCode
        if first != second {
            try await browser.submit(["code": first])
            #expect(!browser.hasCode)
        }
        try await browser.submit(["code": second])
        #expect(browser.hasCode)
    }

    @Test func `the error of a trigger is above the form with its text`() async throws {
        let pool = try await HostedPool.make(triggers: RefusingTriggers()) { request in
            request.lambdaConfig = LambdaConfigType(
                preSignUp: "arn:aws:lambda:us-east-1:123456789012:function:f",
                preAuthentication: "arn:aws:lambda:us-east-1:123456789012:function:f")
        }
        var browser = pool.browser
        try await browser.open(pool.address("/signup"))
        try await browser.submit(Self.account)
        #expect(browser.status == 400)
        #expect(browser.text.contains("PreSignUp failed with error Not <today>."))
        #expect(!browser.html.contains("<today>"))
        #expect(browser.forms.first?["requiredAttributes[email]"] == "ada@example.com")
        try await browser.open(pool.address("/login"))
        try await browser.submit(HostedPool.login())
        #expect(browser.text.contains("PreAuthentication failed with error Not <today>."))
    }

    @Test func `a pool that only administrators fill has no page for new accounts`() async throws {
        let pool = try await HostedPool.make { request in
            request.adminCreateUserConfig = AdminCreateUserConfigType(allowAdminCreateUserOnly: true)
        }
        var browser = pool.browser
        try await browser.open(pool.address("/signup"))
        #expect(browser.forms.first?["confirm_password"] == nil)
        #expect(!browser.html.contains("/signup?"))
    }

    @Test(.tags(.security)) func `a program that opens the link in a mail confirms nothing`() async throws {
        let pool = try await HostedPool.make { request in
            request.verificationMessageTemplate = VerificationMessageTemplateType(
                defaultEmailOption: .confirmWithLink)
        }
        try await pool.fixture.signUp("alice")
        let message = try #require(pool.fixture.gatehouse.messages().first)
        #expect(message.subject == "Your verification link")
        let link = try #require(message.body.firstMatch(of: /href="http:\/\/localhost:9229([^"]*)"/))
        let address = link.1.replacing("&amp;", with: "&")
        #expect(address.hasPrefix("/domains/shop/confirmUser?"))
        var scanner = pool.browser
        try await scanner.open(String(address))
        #expect(scanner.status == 200)
        #expect(try await pool.fixture.user().userStatus == .unconfirmed)
        try await scanner.post([], to: String(address))
        #expect(scanner.status == 403)
        #expect(try await pool.fixture.user().userStatus == .unconfirmed)
        try await scanner.open(String(address))
        try await scanner.submit()
        #expect(scanner.text.contains("Your account is confirmed."))
        #expect(try await pool.fixture.user().userStatus == .confirmed)
    }

    @Test func `a user sets a new password with a code and signs in with it`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        var browser = pool.browser
        try await browser.open(pool.address("/forgotPassword"))
        try await browser.submit(["username": "alice"])
        #expect(browser.text.contains("We sent a code by email to a***@e***."))
        try await browser.submit([
            "code": pool.fixture.newestCode, "password": PoolFixture.newPassword, "confirm_password": "Other-Horse-9!",
        ])
        #expect(browser.text.contains("The two passwords are different."))
        try await browser.submit([
            "code": pool.fixture.newestCode, "password": PoolFixture.newPassword,
            "confirm_password": PoolFixture.newPassword,
        ])
        #expect(browser.text.contains("Your password was changed."))
        #expect(browser.cookies[HostedPool.session] == nil)
        try await browser.submit(HostedPool.login(password: PoolFixture.newPassword))
        #expect(browser.hasCode)
    }

    @Test(.tags(.security)) func `a reset and another code look the same for an unknown user`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        try await pool.fixture.signUp("ursula", email: "ursula@example.com")
        for (page, names) in [
            ("/forgotPassword", ["alice", "malice"]), ("/resendcode", ["ursula", "ulrica"]),
        ] {
            var statuses: [Int] = []
            var titles: [Substring] = []
            for name in names {
                var browser = pool.browser
                try await browser.open(pool.address(page))
                try await browser.submit(["username": name])
                statuses.append(browser.status)
                titles.append(browser.html.firstMatch(of: /<title>(.*?)<\/title>/)?.1 ?? "")
                #expect(!browser.text.contains("Incorrect"), "\(page) \(name)")
            }
            #expect(statuses == [200, 200], "\(page)")
            #expect(titles[0] == titles[1], "\(page)")
        }
    }

    @Test(.tags(.security), arguments: ["/confirm", "/resendcode", "/confirmUser"])
    func `the pages for codes do not tell a confirmed user from an unknown one`(_ page: String) async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        var pages: [String] = []
        for name in ["alice", "alicf"] {
            var browser = pool.browser
            try await browser.open(pool.address(page, [("user_name", name), ("confirmation_code", "123456")]))
            try await browser.submit(page == "/confirmUser" ? [:] : ["username": name, "code": "123456"])
            // The shown destination is always the same for a name, and other for another one.
            pages.append(
                "\(browser.status) "
                    + browser.text.replacing(name, with: "NAME").replacing(/\S\*\*\*@\S\*\*\*/, with: "PLACE"))
        }
        #expect(pages[0] == pages[1])
        #expect(pages[0].hasPrefix(page == "/resendcode" ? "200" : "400"))
        #expect(pool.fixture.gatehouse.messages().isEmpty)
    }

    @Test(.tags(.security), arguments: ["alice", "ursula", "malice"])
    func `the pages that send codes show one destination for one name`(_ name: String) async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        try await pool.fixture.signUp("ursula", email: "ursula@example.com")
        var shown: [Substring?] = []
        for page in ["/forgotPassword", "/resendcode", "/resendcode", "/forgotPassword"] {
            var browser = pool.browser
            try await browser.open(pool.address(page))
            try await browser.submit(["username": name])
            shown.append(browser.text.firstMatch(of: /\S\*\*\*@\S\*\*\*/)?.0)
        }
        #expect(shown.first != .some(nil) && Set(shown).count == 1, "\(shown)")
    }

    @Test func `the browser that has signed up learns that the account is confirmed already`() async throws {
        let pool = try await HostedPool.make()
        var browser = pool.browser
        try await browser.open(pool.address("/signup"))
        try await browser.submit([
            "username": "ursula", "requiredAttributes[email]": "ursula@example.com", "password": PoolFixture.password,
            "confirm_password": PoolFixture.password,
        ])
        let code = pool.fixture.newestCode
        _ = try await pool.fixture.administrator.adminConfirmSignUp(
            AdminConfirmSignUpRequest(userPoolId: pool.fixture.poolID, username: "ursula"))
        try await browser.submit(["code": code])
        #expect(browser.text.contains("Current status is CONFIRMED"))
    }
}

/// A trigger that refuses everything.
private struct RefusingTriggers: PromptFunctions {
    func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        throw .functionError("Not <today>")
    }

    func codeKey(_ id: String) -> RawAESKey? { nil }
}
