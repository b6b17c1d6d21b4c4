// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes

extension UserPoolType {
    /// The factors with which a `USER_AUTH` sign-in may begin; only the password by default.
    package var firstFactors: Set<AuthFactorType> {
        let allowed = policies?.signInPolicy?.allowedFirstAuthFactors ?? []
        return allowed.isEmpty ? [.password] : Set(allowed)
    }

    /// Whether a code by e-mail or SMS can be the only factor of a sign-in.
    package var sendsSignInCodes: Bool { !firstFactors.isDisjoint(with: [.emailOtp, .smsOtp]) }
}
