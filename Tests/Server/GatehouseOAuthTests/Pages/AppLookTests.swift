// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTestSupport
import GatehouseTesting
import Testing

/// The parts of an app's look that the query of the pages can have.
@Suite(.hangLimit) struct AppLookTests {
    @Test func `a background is in the style sheet of the page, and of the page after it`() async throws {
        let pool = try await HostedPool.make()
        try await pool.fixture.makeUser()
        var browser = try await pool.browserAtLogin([("gatehouse_background", "#0A1b2C")])
        #expect(browser.html.contains("gatehouse_background=%230a1b2c\""))
        try await browser.submit(HostedPool.login(password: "Wrong-Horse-7!"))
        #expect(browser.html.contains("gatehouse_background=%230a1b2c\""))
    }

    @Test(
        .tags(.security),
        arguments: ["red", "#fff", "#12345g", "0a1b2c3", "#0a1b2c}", "#0a1b2c;x", "url(x)", "#0a1b2", "#\u{0660}aaa"])
    func `anything but six digits is no background`(value: String) async throws {
        let pool = try await HostedPool.make()
        let browser = try await pool.browserAtLogin([("gatehouse_background", value)])
        #expect(browser.status == 200)
        #expect(!browser.html.contains("style.css?"))
    }

    @Test func `a user who may cancel returns to the client with an error`() async throws {
        let pool = try await HostedPool.make()
        let browser = try await pool.browserAtLogin([("gatehouse_cancel", "true")])
        #expect(browser.html.contains("error=access_denied"))
        #expect(browser.html.contains("error_description=The+user+cancelled"))
    }

    @Test(
        arguments: [
            [], [("gatehouse_cancel", "false")], [("gatehouse_cancel", "true"), ("response_mode", "form_post")],
        ] as [[(String, String)]])
    func `other pages have no link to cancel`(parameters: [(String, String)]) async throws {
        let pool = try await HostedPool.make()
        let browser = try await pool.browserAtLogin(parameters)
        #expect(!browser.html.contains("access_denied"))
    }
}
