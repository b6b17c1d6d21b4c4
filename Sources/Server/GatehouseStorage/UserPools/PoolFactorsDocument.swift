// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseUserPoolModel

/// A pool's factors as the service's own shape in a TEXT column; `nil` for a pool without any.
struct PoolFactorsDocument: SQLConvertible {
    let factors: PoolFactors

    init?(_ factors: PoolFactors) {
        guard factors != .none else { return nil }
        self.factors = factors
    }

    var sqlValue: SQLValue {
        SQLDocument(
            GetUserPoolMfaConfigResponse(
                smsMfaConfiguration: factors.usesSMS ? SmsMfaConfigType() : nil,
                softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: factors.usesSoftwareToken),
                emailMfaConfiguration: factors.email, webAuthnConfiguration: factors.webAuthn)
        ).sqlValue
    }

    init?(sqlValue: SQLValue) {
        guard let document = SQLDocument<GetUserPoolMfaConfigResponse>(sqlValue: sqlValue) else { return nil }
        let shape = document.shape
        factors = PoolFactors(
            usesSMS: shape.smsMfaConfiguration != nil,
            usesSoftwareToken: shape.softwareTokenMfaConfiguration?.enabled ?? false,
            email: shape.emailMfaConfiguration, webAuthn: shape.webAuthnConfiguration)
    }
}
