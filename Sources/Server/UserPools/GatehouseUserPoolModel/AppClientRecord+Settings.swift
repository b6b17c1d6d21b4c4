// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation

/// What a client's settings mean for those who read them.
extension AppClientRecord {
    /// Whether a sign-in flow is open to this client.
    package func allows(_ flow: SignInFlow) -> Bool { !effectiveFlows.isDisjoint(with: flow.enablingSettings) }

    /// What the client's `ExplicitAuthFlows` mean.
    ///
    /// No list, or one without entries, means SRP, custom and refresh. Legacy names open their flows besides these three,
    /// but for `CUSTOM_AUTH_FLOW_ONLY`, which leaves out SRP and passwords.
    private var effectiveFlows: Set<ExplicitAuthFlowsType> {
        let listed = Set(description.explicitAuthFlows ?? [])
        guard listed.isSubset(of: .legacy) else { return listed }
        guard !listed.contains(.customAuthFlowOnly) else { return [.allowCustomAuth, .allowRefreshTokenAuth] }
        return listed.union([.allowUserSrpAuth, .allowCustomAuth, .allowRefreshTokenAuth])
    }

    /// Whether an unknown user is answered like a wrong password.
    package var hidesUnknownUsers: Bool { description.preventUserExistenceErrors == .enabled }

    package var isRevocationEnabled: Bool { description.enableTokenRevocation ?? true }

    package var rotatesRefreshTokens: Bool { description.refreshTokenRotation?.feature == .enabled }

    /// How long a rotated refresh token stays good, in seconds.
    package var rotationGracePeriod: Double {
        Double(description.refreshTokenRotation?.retryGracePeriodSeconds ?? 0)
    }

    /// How long a session string is good, in seconds.
    package var sessionValidity: Double { Double(description.authSessionValidity ?? 3) * 60 }

    package var lifetimes: TokenLifetimes { TokenLifetimes(description) }

    /// Whether the client may see an attribute.
    package func mayRead(_ attribute: String) -> Bool {
        guard !attribute.hasPrefix("dev:") else { return false }
        guard let readable = description.readAttributes, !readable.isEmpty else { return true }
        return readable.contains(attribute)
    }

    /// Whether the client may set an attribute.
    func mayWrite(_ attribute: String) -> Bool {
        guard let writable = description.writeAttributes, !writable.isEmpty else { return true }
        return writable.contains(attribute)
    }
}

extension Set<ExplicitAuthFlowsType> {
    /// The names of flows without `ALLOW_`; a client lists names of one kind.
    package static let legacy: Set<ExplicitAuthFlowsType> = [.adminNoSrpAuth, .customAuthFlowOnly, .userPasswordAuth]
}
