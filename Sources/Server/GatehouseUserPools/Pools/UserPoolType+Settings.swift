// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseWire

extension UserPoolType {
    /// The rules that settings follow whenever they are set.
    /// - Throws: `InvalidParameterException` when settings contradict each other, and a fault for a demand that sign-in
    ///   does not enforce: better no pool than one that looks safer than it is.
    func checkSettings() throws(ServiceFault) {
        guard mfaConfiguration != .on else { throw .notBuilt("MfaConfiguration ON") }
        let verified = Set((autoVerifiedAttributes ?? []).map(\.rawValue))
        let pending = (userAttributeUpdateSettings?.attributesRequireVerificationBeforeUpdate ?? []).map(\.rawValue)
        guard verified.isSuperset(of: pending) else {
            throw .invalidParameter(
                "AttributesRequireVerificationBeforeUpdate can hold auto-verified attributes only.")
        }
    }
}
