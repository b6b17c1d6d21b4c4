// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation

/// The settings of a client, with defaults where its description has no value.
extension AppClientRecord {
    /// Returns whether the client may use a sign-in flow (`ExplicitAuthFlows`).
    package func allows(_ flow: SignInFlow) -> Bool { !effectiveFlows.isDisjoint(with: flow.enablingSettings) }

    /// Returns whether `ExplicitAuthFlows` enables a setting other than a sign-in flow, such as an exchange of tokens.
    package func allows(_ setting: ExplicitAuthFlowsType) -> Bool { effectiveFlows.contains(setting) }

    /// The scopes of Cognito itself, which every pool has; only users can grant them.
    package static let ownScopes: Set<String> = [
        "phone", "email", "openid", "profile", "aws.cognito.signin.user.admin",
    ]

    /// The scopes of resource servers that the client may have, `<identifier>/<scope>`.
    package var customScopes: [String] {
        (description.allowedOAuthScopes ?? []).filter { !Self.ownScopes.contains($0) }
    }

    /// The settings that `ExplicitAuthFlows` enables.
    ///
    /// A missing or empty list enables SRP, custom and refresh. Legacy values enable their flows besides these three,
    /// except `CUSTOM_AUTH_FLOW_ONLY`, which disables SRP and passwords.
    private var effectiveFlows: Set<ExplicitAuthFlowsType> {
        let listed = Set(description.explicitAuthFlows ?? [])
        guard listed.isSubset(of: .legacy) else { return listed }
        guard !listed.contains(.customAuthFlowOnly) else { return [.allowCustomAuth, .allowRefreshTokenAuth] }
        return listed.union([.allowUserSrpAuth, .allowCustomAuth, .allowRefreshTokenAuth])
    }

    /// Whether responses must not reveal that a user is unknown (`PreventUserExistenceErrors`).
    package var hidesUnknownUsers: Bool { description.preventUserExistenceErrors == .enabled }

    /// Whether `RevokeToken` revokes refresh tokens of the client (`EnableTokenRevocation`); true by default.
    package var isRevocationEnabled: Bool { description.enableTokenRevocation ?? true }

    /// Whether each renewal replaces the refresh token (`RefreshTokenRotation`); false by default.
    package var rotatesRefreshTokens: Bool { description.refreshTokenRotation?.feature == .enabled }

    /// The time for which a replaced refresh token remains valid, in seconds; 0 by default.
    package var rotationGracePeriod: Double {
        Double(description.refreshTokenRotation?.retryGracePeriodSeconds ?? 0)
    }

    /// The lifetime of a session string in seconds (`AuthSessionValidity`); three minutes by default.
    package var sessionValidity: Double { Double(description.authSessionValidity ?? 3) * 60 }

    /// The lifetime of browser sessions for the client, in seconds; one hour by default.
    package var browserSessionLife: Double {
        ssoSessionMinutes.map { Double($0) * 60 } ?? BrowserSessionRecord.lifetime
    }

    /// The name of the pool itself among identity providers.
    package static let poolProvider = "COGNITO"

    /// The identity providers with which users can sign in on the pages (`SupportedIdentityProviders`); the pool itself
    /// if the client lists none.
    package var hostedProviders: [String] {
        let listed = description.supportedIdentityProviders ?? []
        return listed.isEmpty ? [Self.poolProvider] : listed
    }

    /// Returns whether users can sign in with a provider on the pages; `nil` is the pool itself.
    package func offers(_ provider: String?) -> Bool {
        let name = (provider ?? Self.poolProvider).utf8
        return hostedProviders.contains { $0.utf8.elementsEqual(name) }
    }

    /// The lifetimes of the client's tokens.
    package var lifetimes: TokenLifetimes { TokenLifetimes(description) }

    /// Returns whether the client may read an attribute (`ReadAttributes`).
    ///
    /// Without a list, the client may read all attributes except those with the prefix `dev:`, which no client may
    /// read.
    package func mayRead(_ attribute: String) -> Bool {
        guard !attribute.hasPrefix("dev:") else { return false }
        guard let readable = description.readAttributes, !readable.isEmpty else { return true }
        return readable.contains(attribute)
    }

    /// The attributes that no client may write.
    package static let unwritableAttributes: Set<String> = ["email_verified", "phone_number_verified", "sub"]

    /// Returns whether the client's `WriteAttributes` include an attribute; without a list, they include all.
    package func mayWrite(_ attribute: String) -> Bool {
        guard let writable = description.writeAttributes, !writable.isEmpty else { return true }
        return writable.contains(attribute)
    }
}

extension Set<ExplicitAuthFlowsType> {
    /// The values without the prefix `ALLOW_`; a client's list has values of one kind only.
    package static let legacy: Set<ExplicitAuthFlowsType> = [.adminNoSrpAuth, .customAuthFlowOnly, .userPasswordAuth]
}
