// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The bound of a user name that travels as a parameter of a sign-in, where the service's model has no rule for it.
package enum UserNameLength {
    /// The most characters, as `UsernameType` of the model has them.
    private static let maximum = 128

    /// - Throws: `InvalidParameterException` in the words of the model's rule.
    package static func check(_ name: String) throws(ServiceFault) {
        guard name.utf8.count > maximum, name.unicodeScalars.count > maximum else { return }
        throw .invalidParameter(
            "1 validation error detected: Value at 'username' failed to satisfy constraint: "
                + "Member must have length less than or equal to \(maximum)")
    }
}
