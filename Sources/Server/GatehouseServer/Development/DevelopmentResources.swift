// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What the first start of `gatehouse dev` made in a data folder.
package struct DevelopmentResources: Sendable, Equatable, Codable {
    package let userPoolID: String
    package let userPoolClientID: String
    package let identityPoolID: String

    /// Names what was made.
    package init(userPoolID: String, userPoolClientID: String, identityPoolID: String) {
        self.userPoolID = userPoolID
        self.userPoolClientID = userPoolClientID
        self.identityPoolID = identityPoolID
    }
}
