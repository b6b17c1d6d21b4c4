// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The way in which a signed-in user appears in the identity pool.
package enum UserFederation: Sendable, Equatable, Codable {
    /// Not at all: the credentials are a guest's.
    case disabled
    /// Under this key in `Logins`, in place of the user pool's own.
    case provider(String)

    /// The names of the ways in the stored form.
    enum CodingKeys: CodingKey { case disabled, provider }
}
