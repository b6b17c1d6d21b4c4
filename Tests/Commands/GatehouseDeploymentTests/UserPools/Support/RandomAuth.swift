// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

@testable import GatehouseProject

/// Settings of auth resources by chance, the same ones in each run.
struct RandomAuth {
    private let entropy: Entropy

    init(_ seed: UInt64) {
        entropy = .seeded(seed)
    }

    private func below(_ count: Int) -> Int {
        entropy.bytes(2).reduce(0) { $0 << 8 | Int($1) } % count
    }

    private func flag() -> Bool { below(2) == 1 }

    private func one<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    private func chosen<Element>(_ elements: [Element], atLeast least: Int = 0) -> [Element] {
        let list = elements.filter { _ in flag() }
        return list.count < least ? Array(elements.prefix(least)) : list
    }

    private func mixed(_ names: [String]) -> [String] {
        var (left, mixed) = (names, [String]())
        while !left.isEmpty { mixed.append(left.remove(at: below(left.count))) }
        return mixed
    }

    /// The settings of a new resource: those that cannot be changed later, and the others.
    func settings() -> AuthSettings {
        var settings = UserPoolBench.auth()
        settings.isUsernameCaseSensitive = flag()
        settings.requiredAttributes = chosen(["email", "name", "phone_number", "birthdate"])
        switch below(3) {
        case 0: settings.usernameAttributes = chosen(["email", "phone_number"], atLeast: 1)
        case 1: settings.aliasAttributes = chosen(["email", "phone_number", "preferred_username"], atLeast: 1)
        default: break
        }
        return changed(settings)
    }

    /// The settings after an update.
    func changed(_ present: AuthSettings) -> AuthSettings {
        var settings = present
        settings.services = one([.identityPoolAndUserPool, .userPoolOnly])
        settings.passwordLength = 6 + below(30)
        settings.passwordCharacters = chosen(AuthTable.passwordKinds)
        settings.autoVerifiedAttributes = chosen(["email", "phone_number"])
        settings.emailVerificationSubject = one(["Code", "Your code", "Welcome"])
        settings.emailVerificationMessage = one(["{####}", "Type {####}", "Your code is {####}."])
        settings.smsVerificationMessage = one(["{####}", "Code: {####}"])
        settings.smsAuthenticationMessage = one(["{####}", "Sign in: {####}"])
        settings.mfaConfiguration = one(["OFF", "ON", "OPTIONAL"])
        settings.mfaTypes = chosen([AuthTable.totpFactor, AuthTable.smsFactor], atLeast: 1)
        settings.refreshTokenDays = 1 + below(3_650)
        settings.setsAttributes = flag()
        settings.readAttributes = chosen(["email", "name", "email_verified", "nickname"], atLeast: 1)
        settings.writeAttributes = settings.requiredAttributes + (flag() ? ["nickname"] : ["website", "nickname"])
        settings.groups = mixed(chosen(["Admins", "Editors", "Readers", "Guests"]))
        settings.triggers = [:]
        for trigger in chosen(Trigger.allCases) { settings.triggers[trigger.rawValue] = [Trigger.ownModule] }
        settings.hostedPages = flag() ? pages() : nil
        settings.passwordless = flag() ? passwordless(besideMFA: settings.mfaConfiguration) : nil
        return settings
    }

    private func pages() -> AuthSettings.HostedPages {
        var pages = UserPoolBench.pages(
            one(["one", "two"]), providers: chosen(SocialProvider.allCases.map(\.rawValue)))
        pages.callbackURLs = chosen(["myapp://a/", "myapp://b/", "https://shop.example.com/in"], atLeast: 1)
        pages.logoutURLs = chosen(["myapp://out/", "https://shop.example.com/out"], atLeast: 1)
        pages.flows = chosen(["code", "implicit"], atLeast: 1)
        pages.scopes = chosen(AuthTable.scopeNames, atLeast: 1)
        return pages
    }

    private func passwordless(besideMFA mfa: String) -> AuthSettings.Passwordless {
        AuthSettings.Passwordless(
            factors: chosen(mfa == "ON" ? ["WEB_AUTHN"] : ["WEB_AUTHN", "EMAIL_OTP", "SMS_OTP"], atLeast: 1),
            relyingPartyID: flag() ? one(["shop.example.com", "login.example.com"]) : nil,
            userVerification: flag() ? one(["required", "preferred"]) : nil)
    }

    /// The functions of all triggers.
    static let triggerARNs = Dictionary(
        uniqueKeysWithValues: Trigger.allCases.map { trigger in
            (trigger.rawValue, "arn:aws:lambda:us-east-1:123456789012:function:shop\(trigger.rawValue)")
        })
}
