// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes

/// What answers add to stored settings: the order of lists without an order of their own, as Cognito returns them.
///
/// The store keeps the lists as they were set.
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

extension ResourceServerType {
    /// The resource server as answers contain it: its scopes are in the order of their names.
    package var printed: ResourceServerType {
        var printed = self
        printed.scopes?.sort { $0.scopeName < $1.scopeName }
        return printed
    }
}
