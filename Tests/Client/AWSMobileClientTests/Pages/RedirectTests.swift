// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import Testing

@testable import AWSMobileClient
@testable import GatehouseSession

/// The visits that a redirect ends.
@Suite struct RedirectTests {
    private static func page(_ purpose: WebPage.Purpose, _ redirect: String) throws -> WebPage {
        WebPage(
            purpose: purpose, url: try #require(URL(string: "https://auth.example.com/")),
            redirect: try #require(URL(string: redirect)), isPrivate: false)
    }

    @Test(arguments: [
        ("myapp://?code=c&state=s", true), ("MyApp://?code=c&state=s", true), ("myapp://?error=access_denied", true),
        ("myapp://", false), ("myapp://?code=c", false), ("other://?code=c&state=s", false),
        ("myapp2://?code=c&state=s", false), ("myapp://?mystate=s", false),
    ])
    func `a sign-in accepts its redirect with a state or an error`(address: String, isAccepted: Bool) throws {
        let url = try #require(URL(string: address))
        #expect(try Self.page(.signIn, "myapp://").accepts(url) == isAccepted)
    }

    @Test(arguments: [
        ("myapp://", true), ("MYAPP://bye", true), ("myapp://?error=e", true), ("myapp://?code=c&state=s", false),
        ("other://", false),
    ])
    func `a sign-out accepts its redirect without a state`(address: String, isAccepted: Bool) throws {
        let url = try #require(URL(string: address))
        #expect(try Self.page(.signOut, "myapp://").accepts(url) == isAccepted)
    }
}
