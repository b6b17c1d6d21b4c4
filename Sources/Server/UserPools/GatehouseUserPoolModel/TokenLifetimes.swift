// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseWire

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
