// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
package import GatehouseWire

/// The length limit for user names in the parameters of a sign-in, which have no constraint in the service's model.
package enum UserNameLength {
    /// The maximum number of characters, from `UsernameType` in the service's model.
    private static let maximum = 128

    /// Checks the length of a user name.
    ///
    /// - Throws: `InvalidParameterException` with the message of the model's constraint.
    package static func check(_ name: String) throws(ServiceFault) {
        guard name.utf8.count > maximum, name.unicodeScalars.count > maximum else { return }
        throw .invalidParameter(
            "1 validation error detected: Value at 'username' failed to satisfy constraint: "
                + "Member must have length less than or equal to \(maximum)")
    }
}
