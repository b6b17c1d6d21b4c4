// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// What a verified assertion says; every value was read from the bytes that its signature covers.
package struct SAMLAssertion: Sendable, Equatable {
    /// The assertion's identifier, which its issuer uses once.
    package let id: String
    package let issuer: String
    /// The name of the person, and the provider's session.
    package let session: SAMLSession
    /// The address to which the response was sent.
    package let recipient: String
    /// The request that the response answers; `nil` for a sign-in that began at the provider.
    package let inResponseTo: String?
    /// The time after which the assertion is not accepted, in which the allowed difference of clocks is included.
    package let acceptedUntil: Date
    /// The time at which the provider's session ends; `nil` if the assertion has none.
    package let sessionEnd: Date?
    /// The values of the attributes by their names; values with elements are left out.
    package let attributes: [String: [String]]

    /// The provider's identifier of the person.
    package var nameID: String { session.nameID }
    /// The format of the name; `nil` if the assertion has none.
    package var nameFormat: String? { session.nameFormat }
}

extension SAMLAssertion: CustomStringConvertible, CustomReflectable {
    /// Contains the issuer; never the person.
    package var description: String { "SAMLAssertion(\(issuer))" }
    package var customMirror: Mirror { Mirror(self, children: ["issuer": issuer]) }
}
