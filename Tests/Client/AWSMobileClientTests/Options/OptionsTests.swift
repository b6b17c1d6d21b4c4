// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

@testable import AWSMobileClient

@Suite struct OptionsTests {
    @Test func `a sign-out ends this session at the service too`() {
        let options = SignOutOptions()
        #expect(!options.signOutGlobally)
        #expect(options.invalidateTokens)
    }

    @Test func `federation needs neither an identity id nor a role`() {
        let options = FederatedSignInOptions()
        #expect(options.cognitoIdentityId == nil)
        #expect(options.customRoleARN == nil)
    }

    @Test func `the hosted UI federates, and takes everything from the configuration`() {
        let options = HostedUIOptions()
        #expect(!options.disableFederation)
        #expect(options.scopes == nil)
        #expect(options.identityProvider == nil)
        #expect(options.providerInUserPool == nil)
        #expect(options.idpIdentifier == nil)
        #expect(options.federationProviderName == nil)
        #expect(options.signInURIQueryParameters == nil)
        #expect(options.tokenURIQueryParameters == nil)
        #expect(options.signOutURIQueryParameters == nil)
        #expect(!options.signInPrivateSession)
    }

    @Test(
        arguments: [
            ("graph.facebook.com", "Facebook"), ("accounts.google.com", "Google"),
            ("www.amazon.com", "LoginWithAmazon"), ("appleid.apple.com", "SignInWithApple"), ("Google", "Google"),
            ("MySAML", "MySAML"), ("api.twitter.com", "api.twitter.com"),
        ])
    func `a provider of the identity pool has another name in the user pool`(given: String, name: String) {
        #expect(HostedUIOptions(identityProvider: given).providerInUserPool == name)
    }

    @Test func `the drop-in UI cannot be left, and offers the sign-up`() {
        let options = SignInUIOptions()
        #expect(!options.canCancel)
        #expect(options.logoImage == nil)
        #expect(options.backgroundColor == nil)
        #expect(options.secondaryBackgroundColor == nil)
        #expect(options.primaryColor == .systemBlue)
        #expect(!options.disableSignUpButton)
        #expect(!options.startWithSignUpScreen)
    }

    #if !canImport(UIKit)
    @Test func `a picture is read from a file, and is absent without one`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).png")
        try Data([1, 2, 3]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(SignInUIOptions.Image(contentsOfFile: file.path)?.data == Data([1, 2, 3]))
        #expect(SignInUIOptions.Image(contentsOfFile: file.path + "x") == nil)
        #expect(SignInUIOptions.Image(named: "\(UUID())") == nil)
    }
    #endif
}
