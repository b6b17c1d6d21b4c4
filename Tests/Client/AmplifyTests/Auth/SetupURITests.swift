// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@Suite struct SetupURITests {
    private let details = TOTPSetupDetails(sharedSecret: "JBSWY3DP", username: "ada@example.com")

    @Test func `the URI names the app, the user and the secret`() throws {
        let uri = try details.getSetupURI(appName: "App")
        #expect(uri.absoluteString == "otpauth://totp/App:ada@example.com?secret=JBSWY3DP&issuer=App")
    }

    @Test func `an account name stands in for the user`() throws {
        let uri = try details.getSetupURI(appName: "App", accountName: "work")
        #expect(uri.absoluteString == "otpauth://totp/App:work?secret=JBSWY3DP&issuer=App")
    }

    @Test(arguments: ["AT&T", "a?b", "a#b", "a/b", "My App", "Größe", "100 %"])
    func `no name changes the meaning of the URI`(name: String) throws {
        let uri = try details.getSetupURI(appName: name)
        let parts = try #require(URLComponents(url: uri, resolvingAgainstBaseURL: false))
        #expect(parts.path == "/\(name):ada@example.com")
        #expect(parts.queryItems?.map(\.value) == ["JBSWY3DP", name])
    }

    @Test func `a name that is escaped already stays as it is`() throws {
        let uri = try details.getSetupURI(appName: "My%20App")
        #expect(uri.absoluteString.hasSuffix("issuer=My%20App"))
    }
}
