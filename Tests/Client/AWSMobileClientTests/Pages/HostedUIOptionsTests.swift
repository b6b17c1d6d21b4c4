// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

@testable import AWSMobileClient
@testable import GatehouseSession

/// What the options of the hosted UI mean for the engine, and what of them is stored.
@Suite struct HostedUIOptionsTests {
    @Test(arguments: [
        (IdentityProvider.facebook.rawValue, "Facebook"), (IdentityProvider.google.rawValue, "Google"),
        (IdentityProvider.amazon.rawValue, "LoginWithAmazon"), (IdentityProvider.apple.rawValue, "SignInWithApple"),
        ("Google", "Google"), ("corp-saml", "corp-saml"),
    ])
    func `raw values of known providers are translated`(given: String, sent: String) {
        #expect(WebSignInOptions(HostedUIOptions(identityProvider: given)).provider == sent)
    }

    @Test func `options without federation use no login, others the name that they give`() {
        let named = HostedUIOptions(federationProviderName: "tenant.auth0.com")
        #expect(WebSignInOptions(named).federation == .provider("tenant.auth0.com"))
        let disabled = HostedUIOptions(disableFederation: true, federationProviderName: "tenant.auth0.com")
        #expect(WebSignInOptions(disabled).federation == .disabled)
        #expect(WebSignInOptions(HostedUIOptions()).federation == nil)
        #expect(WebSignInOptions(HostedUIOptions()).parameters == nil)
        #expect(WebSignInOptions(HostedUIOptions()).session == .pages)
    }

    @Test func `only parameters that the options have are stored, and scopes always count for one call`() {
        var item = MobileItem()
        item.rememberPages(
            HostedUIOptions(scopes: ["openid"], signInURIQueryParameters: ["a": "1"]), configuredScopes: ["email"])
        #expect(item.scopes == ["openid"] && item.configuredScopes == nil)
        item.rememberPages(HostedUIOptions(tokenURIQueryParameters: [:]), configuredScopes: ["email"])
        #expect(item.signInURIQueryParameters == ["a": "1"])
        #expect(item.tokenURIQueryParameters == [:])
        #expect(item.signOutURIQueryParameters == nil)
        #expect(item.scopes == nil && item.configuredScopes == ["email"])
        let configured = PageParameters(signIn: ["b": "2"], token: ["b": "2"], signOut: ["b": "2"])
        let used = item.pageParameters(over: configured)
        #expect(used == PageParameters(signIn: ["a": "1"], token: [:], signOut: ["b": "2"]))
    }

    @Test func `options print no parameter`() {
        let options = HostedUIOptions(
            signInURIQueryParameters: ["a": "secret"], tokenURIQueryParameters: ["client_secret": "secret"])
        var text = "\(options) \(String(reflecting: options)) \(WebSignInOptions(options))"
        dump(options, to: &text)
        dump(WebSignInOptions(options), to: &text)
        dump(PageParameters(token: ["client_secret": "secret"]), to: &text)
        #expect(!text.contains("secret"))
    }

    @Test func `an engine that cannot reach the token endpoint could not load a page`() {
        guard case .invalidConfiguration = MobileSession.errorOfPages(.configuration("t", cure: "c")),
            case .unableToSignIn = MobileSession.errorOfPages(.endedFromOutside),
            case .userCancelledSignIn = MobileSession.errorOfPages(.web(.cancelled)),
            case .securityFailed = MobileSession.errorOfPages(.web(.wrongState)),
            case .unknown = MobileSession.errorOfPages(.web(.noAccessToken)),
            case .idTokenAndAcceessTokenNotIssued = MobileSession.errorOfPages(.web(.noTokens)),
            case .badRequest(let text) = MobileSession.errorOfPages(
                .web(.refused(OAuthRefusal(code: "access_denied", text: "User cancelled"))))
        else {
            Issue.record("An error has another case.")
            return
        }
        #expect(text.hasPrefix("access_denied"))
    }
}
