// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// Two hundred guesses at once on the pages, each with the same form.
@Suite(.tags(.security), .hangLimit) struct GuessTests {
    /// The pages after 200 answers to the first form of a browser at the same time.
    private func pages(
        _ browser: PageBrowser, _ values: @escaping @Sendable (Int) -> [String: String]
    ) async throws
        -> [String]
    {
        let form = try #require(browser.forms.first)
        return try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<200 {
                group.addTask {
                    var guess = browser
                    let typed = values(number)
                    try await guess.post(
                        form.fields.filter { typed[$0.name] == nil } + typed.map { (name: $0.key, value: $0.value) },
                        to: form.action)
                    #expect(guess.cookies[HostedPool.session] == nil)
                    return guess.html
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `guesses of a password are no more than the lockout allows`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        let pages = try await pages(try await pool.browserAtLogin()) {
            HostedPool.login(password: "Wrong-Horse-\($0)!")
        }
        #expect(pages.count { $0.contains("Incorrect user name or password.") } == 5)
        #expect(pages.count { $0.contains("Too many attempts.") } == 195)
    }

    @Test func `guesses of a password for an unknown user are counted in the same way`() async throws {
        let pool = try await HostedPool.make()
        let pages = try await pages(try await pool.browserAtLogin()) {
            HostedPool.login("nobody", password: "Wrong-Horse-\($0)!")
        }
        #expect(pages.count { $0.contains("Incorrect user name or password.") } == 5)
        #expect(pages.count { $0.contains("Too many attempts.") } == 195)
    }

    @Test func `guesses of the code that resets a password are no more than the hourly limit`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        var browser = pool.browser
        try await browser.open(pool.address("/forgotPassword"))
        try await browser.submit(["username": "alice"])
        let wrong = pool.fixture.wrongCode
        let pages = try await pages(browser) { _ in
            ["code": wrong, "password": PoolFixture.newPassword, "confirm_password": PoolFixture.newPassword]
        }
        let compared = pages.count { $0.contains("The code is not correct.") }
        #expect(1...19 ~= compared)
        #expect(pages.count { $0.contains("Too many attempts.") } == 200 - compared)
    }
}
