// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite struct BaseTests {
    @available(*, deprecated, message: "Tests what is deprecated")
    @Test func `there is one client of the process`() {
        #expect(AWSMobileClient.default() === AWSMobileClient.sharedInstance())
        #expect(_AWSMobileClient.sharedInstance() === AWSMobileClient.default())
        #expect(AWSMobileClient.default().getCredentialsProvider() === AWSMobileClient.default())
    }

    @Test func `credentials hold what they were made of, and do not print it`() {
        let credentials = AWSCredentials(accessKey: "A", secretKey: "hidden1", sessionKey: "hidden2", expiration: nil)
        #expect(credentials.accessKey == "A")
        #expect(credentials.secretKey == "hidden1")
        #expect(credentials.sessionKey == "hidden2")
        #expect(credentials.expiration == nil)
        var dump = ""
        Swift.dump(credentials, to: &dump)
        #expect(!"\(credentials) \(String(reflecting: credentials)) \(dump)".contains("hidden"))
    }

    @Test func `services of an app get their region and credentials`() {
        final class Provider: AWSCredentialsProvider {
            func credentials() -> AWSTask<AWSCredentials> { AWSTask(result: nil) }
            func invalidateCachedTemporaryCredentials() {}
        }
        let provider = Provider()
        let configuration = AWSServiceConfiguration(region: .EUWest1, credentialsProvider: provider)
        #expect(configuration!.regionType == .EUWest1)
        #expect(configuration?.credentialsProvider === provider)
    }
}

@Suite(.ownThread, .hangLimit) struct AppTests {
    @Test func `an app of the AWS Mobile SDK can give errors a text of its own, and reads their numbers`() throws {
        #expect(try AcknowledgingProcess("MobileApp", []).acknowledged() == [1, 1, 1, 1, 1, 1])
    }
}
