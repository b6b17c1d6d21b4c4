// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a project wants of an auth resource: user pool, its clients, identity pool, sign-in pages.
///
/// The value of `cli-inputs.json` or `parameters.json`, of `gatehouse.json`, and of the list of groups, with one form for
/// what those files write in several. Ids and secrets of providers are not here, but in `ProviderCredentials`.
package struct AuthSettings: Sendable, Equatable {
    /// Which pools there are.
    package enum Services: String, Sendable {
        case identityPoolAndUserPool
        case userPoolOnly
        /// An identity pool for guests: no longer offered, but found in projects.
        case identityPoolOnly
    }

    /// The name of the resource in the project.
    package var resourceName = ""
    /// Eight hexadecimal digits in the default names.
    package var sharedID = ""
    /// The beginning of the names of clients.
    package var resourceNameTruncated = ""
    /// The first answer: `default`, `defaultSocial` or `manual`.
    package var useDefault = "default"
    /// Which pools there are.
    package var services = Services.identityPoolAndUserPool

    /// The name of the identity pool, without the environment.
    package var identityPoolName: String?
    /// Whether guests get credentials.
    package var allowsGuests = false
    /// Whether tokens of `identityProviders` are accepted.
    package var usesIdentityProviders = false
    /// The keys of logins, see `IdentityProvider`.
    package var identityProviders: [String] = []

    /// The name of the user pool, without the environment.
    package var userPoolName: String?
    /// How users sign in: empty for a user name, else `email`, `phone_number` or both.
    package var usernameAttributes: [String] = []
    /// Further attributes by which users of a pool with user names sign in.
    package var aliasAttributes: [String] = []
    /// Whether upper and lower case of user names differ.
    package var isUsernameCaseSensitive = false
    /// The groups, in the order of their precedence.
    package var groups: [String] = []
    /// Whether the person wants admin queries, which Gatehouse does not make.
    package var adminQueries = false
    /// `OFF`, `ON` or `OPTIONAL`.
    package var mfaConfiguration = "OFF"
    /// The second factors, as the files name them: `SMS Text Message`, `TOTP`.
    package var mfaTypes = [AuthTable.smsFactor]
    /// The message with a code at sign-in.
    package var smsAuthenticationMessage = "Your authentication code is {####}"
    /// What is verified by a code: `email`, `phone_number`.
    package var autoVerifiedAttributes = ["email"]
    /// The subject of the mail with a code.
    package var emailVerificationSubject = "Your verification code"
    /// The mail with a code.
    package var emailVerificationMessage = "Your verification code is {####}"
    /// The message with a code.
    package var smsVerificationMessage = "Your verification code is {####}"
    /// Whether the person changed the rules for passwords.
    package var changesPasswordPolicy = false
    /// The least length of passwords.
    package var passwordLength = 8
    /// The kinds of characters, see `AuthTable.passwordKinds`.
    package var passwordCharacters: [String] = []
    /// The attributes that users must have.
    package var requiredAttributes = ["email"]
    /// The templates of functions by the names of triggers, see `Trigger`.
    package var triggers: [String: [String]] = [:]

    /// The lifetime of refresh tokens, in days.
    package var refreshTokenDays = 30
    /// Whether the next two count.
    package var setsAttributes = false
    /// What the app may read.
    package var readAttributes = ["email"]
    /// What the app may write.
    package var writeAttributes = ["email"]
    /// Whether the native client has a secret.
    package var generatesSecret = false

    /// The sign-in pages; `nil` without them.
    package var hostedPages: HostedPages?
    /// Sign-in without a password; `nil` without it.
    package var passwordless: Passwordless?
    /// Whether the resource names a pool that was made elsewhere: nothing of it is changed.
    package var isImported = false

    /// Settings as the default configuration has them, without names.
    package init() {}

    /// The sign-in pages of a user pool.
    package struct HostedPages: Sendable, Equatable {
        /// The prefix of the domain, without the environment.
        package var domain = ""
        /// Where the pages lead after a sign-in.
        package var callbackURLs: [String] = []
        /// Where they lead after a sign-out.
        package var logoutURLs: [String] = []
        /// `code` or `implicit`.
        package var flows = ["code"]
        /// The scopes that the app may ask for.
        package var scopes = AuthTable.scopeNames
        /// The providers, see `SocialProvider`.
        package var providers: [String] = []
        /// The scopes that the providers get, and what they fill.
        package var metadata: [ProviderMetadata] = []
        /// Providers of OpenID Connect.
        package var openIDProviders: [OpenIDProvider] = []
        /// Providers of SAML.
        package var samlProviders: [SAMLProvider] = []

        /// Pages without a domain and redirects.
        package init() {}
    }

    /// A provider of OpenID Connect; its secret is in `ProviderCredentials`.
    package struct OpenIDProvider: Sendable, Equatable {
        /// The name at the service.
        package var name: String
        /// The address of the issuer.
        package var issuer: String
        /// The client at the provider.
        package var clientID: String
        /// The scopes, separated by blanks.
        package var scopes: String
        /// `GET` or `POST`.
        package var attributesRequestMethod: String
    }

    /// A provider of SAML.
    package struct SAMLProvider: Sendable, Equatable {
        /// The name at the service.
        package var name: String
        /// The address or the file of its metadata.
        package var metadata: String
    }

    /// Sign-in without a password.
    package struct Passwordless: Sendable, Equatable {
        /// `WEB_AUTHN`, `EMAIL_OTP`, `SMS_OTP`.
        package var factors: [String]
        /// The domain of passkeys.
        package var relyingPartyID: String?
        /// `preferred` or `required`.
        package var userVerification: String?
    }
}

extension AuthSettings {
    /// Whether the resource has a user pool.
    package var hasUserPool: Bool { services != .identityPoolOnly }

    /// Whether the resource has an identity pool.
    package var hasIdentityPool: Bool { services != .userPoolOnly }

    /// Whether all three triggers of custom challenges are set, so that apps begin with `CUSTOM_AUTH`.
    package var hasCustomChallenges: Bool {
        [Trigger.createAuthChallenge, .defineAuthChallenge, .verifyAuthChallengeResponse]
            .allSatisfy { triggers[$0.rawValue]?.isEmpty == false }
    }

    /// The present answers to the questions of `update auth`.
    package var answers: Answers {
        var answers = Answers()
        answers["useDefault"] = .text(useDefault)
        answers["authSelections"] = .text(services.rawValue)
        answers["resourceName"] = .text(resourceName)
        answers["allowUnauthenticatedIdentities"] = .flag(allowsGuests)
        answers["thirdPartyAuth"] = .flag(usesIdentityProviders)
        answers["authProviders"] = .values(identityProviders)
        let way = usernameAttributes.isEmpty ? "username" : usernameAttributes.joined(separator: ", ")
        answers["usernameAttributes"] = .text(way)
        answers["userPoolGroups"] = .flag(!groups.isEmpty)
        answers["adminQueries"] = .flag(adminQueries)
        answers["mfaConfiguration"] = .text(mfaConfiguration)
        answers["autoVerifiedAttributes"] = .values(autoVerifiedAttributes)
        answers["defaultPasswordPolicy"] = .flag(changesPasswordPolicy)
        answers["passwordPolicyMinLength"] = .text(String(passwordLength))
        answers["passwordPolicyCharacters"] = .values(passwordCharacters)
        answers["requiredAttributes"] = .values(requiredAttributes)
        answers["userpoolClientRefreshTokenValidity"] = .text(String(refreshTokenDays))
        answers["userpoolClientSetAttributes"] = .flag(setsAttributes)
        answers["userpoolClientReadAttributes"] = .values(readAttributes)
        answers["userpoolClientWriteAttributes"] = .values(writeAttributes)
        answers["hostedUI"] = .flag(hostedPages != nil)
        answers["smsAuthenticationMessage"] = .text(smsAuthenticationMessage)
        answers["smsVerificationMessage"] = .text(smsVerificationMessage)
        answers["emailVerificationSubject"] = .text(emailVerificationSubject)
        answers["emailVerificationMessage"] = .text(emailVerificationMessage)
        if let identityPoolName { answers["identityPoolName"] = .text(identityPoolName) }
        if let userPoolName { answers["userPoolName"] = .text(userPoolName) }
        if !mfaTypes.isEmpty { answers["mfaTypes"] = .values(mfaTypes) }
        if !groups.isEmpty { answers["userPoolGroupList"] = .values(groups) }
        for (trigger, templates) in triggers { answers["triggers.\(trigger)"] = .values(templates) }
        if let pages = hostedPages {
            answers["hostedUIDomainName"] = .text(pages.domain)
            if !pages.callbackURLs.isEmpty { answers["callbackURLs"] = .values(pages.callbackURLs) }
            if !pages.logoutURLs.isEmpty { answers["logoutURLs"] = .values(pages.logoutURLs) }
            answers["AllowedOAuthFlows"] = .values(pages.flows)
            answers["AllowedOAuthScopes"] = .values(pages.scopes)
            answers["authProvidersUserPool"] = .values(pages.providers)
            let named = pages.openIDProviders.map(\.name) + pages.samlProviders.map(\.name)
            if !named.isEmpty { answers[AuthTable.namedProviders] = .values(named) }
        }
        addCredentials(to: &answers)
        if let passwordless {
            answers["passwordlessFactors"] = .values(passwordless.factors)
            if let domain = passwordless.relyingPartyID { answers["relyingPartyId"] = .text(domain) }
            if let verification = passwordless.userVerification { answers["userVerification"] = .text(verification) }
        }
        return answers
    }

    /// Ids and secrets are not in these files: an empty default leaves them as they are.
    private func addCredentials(to answers: inout Answers) {
        let providers = identityProviders.compactMap(IdentityProvider.init).flatMap(\.credentialKeys)
        let social = (hostedPages?.providers ?? []).compactMap(SocialProvider.init).flatMap(\.credentialKeys)
        for key in providers + social.map(\.key) { answers[key] = .text("") }
    }
}
