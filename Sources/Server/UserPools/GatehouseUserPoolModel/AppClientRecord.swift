// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import Foundation
import GatehouseCore
package import GatehouseWire

/// An app client as the store keeps it.
package struct AppClientRecord: Sendable, Equatable {
    /// The maximum number of clients in a pool.
    package static let maximumPerPool = 1_000

    /// An encrypted client secret.
    package struct SealedSecret: Sendable, Equatable {
        /// The id by which administrators name the secret.
        package let id: String
        /// The encrypted secret, bound to the client.
        package let sealed: [UInt8]
        /// The time at which the secret was added.
        package let createdAt: Date

        /// Creates a sealed secret.
        package init(id: String, sealed: [UInt8], createdAt: Date) {
            self.id = id
            self.sealed = sealed
            self.createdAt = createdAt
        }
    }

    /// The client id, which is unique in the installation.
    package let id: String
    /// The id of the user pool that the client belongs to.
    package let poolID: String
    /// The client as `DescribeUserPoolClient` returns it, always without the secret.
    package var description: UserPoolClientType {
        get { sharedDescription.value }
        set { sharedDescription.value = newValue }
    }
    private var sharedDescription: SharedValue<UserPoolClientType>
    /// The active secrets, at most two; empty for a public client.
    package var secrets: [SealedSecret]
    /// The duration of a browser's session on the hosted pages, in minutes; `nil` for the default.
    package var ssoSessionMinutes: Int?
    /// The time at which the client was created.
    package let createdAt: Date
    /// The time at which the description, the settings or the secrets last changed.
    package var modifiedAt: Date

    /// Creates the record of a client.
    package init(
        id: String, poolID: String, description: UserPoolClientType, secrets: [SealedSecret],
        ssoSessionMinutes: Int? = nil, createdAt: Date, modifiedAt: Date
    ) {
        self.id = id
        self.poolID = poolID
        sharedDescription = SharedValue(description)
        self.secrets = secrets
        self.ssoSessionMinutes = ssoSessionMinutes
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }
}

/// The settings of a client, with defaults where its description has no value.
extension AppClientRecord {
    /// Returns whether the client may use a sign-in flow (`ExplicitAuthFlows`).
    package func allows(_ flow: SignInFlow) -> Bool { flow.enablingSettings.contains { allows($0) } }

    /// Returns whether `ExplicitAuthFlows` enables a setting, such as an exchange of tokens.
    ///
    /// A missing or empty list enables SRP, custom and refresh. Legacy values enable their flows besides these three,
    /// except `CUSTOM_AUTH_FLOW_ONLY`, which disables SRP and passwords.
    package func allows(_ setting: ExplicitAuthFlowsType) -> Bool {
        // Each renewal asks this; the few values of a list are compared sooner than a set is made of them.
        let listed = description.explicitAuthFlows ?? []
        let legacy = Set<ExplicitAuthFlowsType>.legacy
        guard listed.allSatisfy({ legacy.contains($0) }) else { return listed.contains(setting) }
        switch setting {
        case .allowCustomAuth, .allowRefreshTokenAuth: return true
        case .allowUserSrpAuth: return !listed.contains(.customAuthFlowOnly)
        default: return listed.contains(setting) && !listed.contains(.customAuthFlowOnly)
        }
    }

    /// The scopes of Cognito itself, which every pool has; only users can grant them.
    package static let ownScopes: Set<String> = [
        "phone", "email", "openid", "profile", "aws.cognito.signin.user.admin",
    ]

    /// The scopes of resource servers that the client may have, `<identifier>/<scope>`.
    package var customScopes: [String] {
        (description.allowedOAuthScopes ?? []).filter { !Self.ownScopes.contains($0) }
    }

    /// Whether the client may send the address of a user (`EnablePropagateAdditionalUserContextData`); false by default.
    package var propagatesUserContext: Bool { description.enablePropagateAdditionalUserContextData == true }

    /// Whether the client may use the flows of OAuth that it lists (`AllowedOAuthFlowsUserPoolClient`); false by default.
    package var isOAuthClient: Bool { description.allowedOAuthFlowsUserPoolClient == true }

    /// Returns whether the client lists a flow of OAuth (`AllowedOAuthFlows`).
    package func lists(_ flow: OAuthFlowType) -> Bool { description.allowedOAuthFlows?.contains(flow) == true }

    /// The scopes that users can grant to the client (`AllowedOAuthScopes`).
    package var allowedScopes: [String] { description.allowedOAuthScopes ?? [] }

    /// The addresses to which an authorization can return (`CallbackURLs`).
    package var redirectURIs: [String]? { description.callbackURLs }

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

/// The lifetimes of a client's tokens, in seconds.
package struct TokenLifetimes: Sendable, Equatable {
    /// The lifetime of access tokens, in seconds.
    package let access: Double
    /// The lifetime of ID tokens, in seconds.
    package let id: Double
    /// The lifetime of refresh tokens, in seconds.
    package let refresh: Double

    /// Creates the lifetimes from a client's validities and units; the defaults are one hour for ID and access tokens
    /// and 30 days for refresh tokens.
    package init(_ client: UserPoolClientType) {
        let units = client.tokenValidityUnits
        access = Self.seconds(client.accessTokenValidity, units?.accessToken, unitDefault: .hours) ?? 3_600
        id = Self.seconds(client.idTokenValidity, units?.idToken, unitDefault: .hours) ?? 3_600
        refresh = Self.seconds(client.refreshTokenValidity, units?.refreshToken, unitDefault: .days) ?? 30 * 86_400
    }

    /// Checks the lifetimes.
    ///
    /// - Throws: `InvalidParameterException` if a lifetime is out of range: ID and access tokens 5 minutes to 1 day,
    ///   refresh tokens 1 hour to 3,650 days and at least as long as the other tokens.
    package func check() throws(ServiceFault) {
        let short = 300.0...TokenFamilyRecord.longestTokenLife
        let long = 3_600.0...(10 * 365 * 86_400)
        guard short.contains(access), short.contains(id), long.contains(refresh), refresh >= max(access, id) else {
            throw .invalidParameter("Invalid range for token validity.")
        }
    }

    private static func seconds(_ value: Int?, _ unit: TimeUnitsType?, unitDefault: TimeUnitsType) -> Double? {
        guard let value, value > 0 else { return nil }
        switch unit ?? unitDefault {
        case .seconds: return Double(value)
        case .minutes: return Double(value) * 60
        case .hours: return Double(value) * 3_600
        default: return Double(value) * 86_400
        }
    }
}

/// Answers have an order in lists without an order of their own, as Cognito returns them; the store keeps the lists as
/// they were set.
extension UserPoolClientType {
    /// The client as answers contain it: its lists are in alphabetical order, and disabled rotation has a grace period
    /// of 0.
    package var printed: UserPoolClientType {
        var printed = self
        printed.callbackURLs?.sort()
        printed.logoutURLs?.sort()
        printed.allowedOAuthScopes?.sort()
        printed.allowedOAuthFlows?.sort { $0.rawValue < $1.rawValue }
        printed.explicitAuthFlows?.sort { $0.rawValue < $1.rawValue }
        printed.supportedIdentityProviders?.sort()
        printed.readAttributes?.sort()
        printed.writeAttributes?.sort()
        if refreshTokenRotation?.feature == .disabled, refreshTokenRotation?.retryGracePeriodSeconds == nil {
            printed.refreshTokenRotation?.retryGracePeriodSeconds = 0
        }
        return printed
    }
}
