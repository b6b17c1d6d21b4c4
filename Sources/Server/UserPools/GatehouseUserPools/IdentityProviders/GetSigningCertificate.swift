// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns the certificate with which SAML providers verify the requests of a pool.
    package func getSigningCertificate(
        _ request: GetSigningCertificateRequest
    ) async throws(ServiceFault) -> GetSigningCertificateResponse {
        GetSigningCertificateResponse(
            certificate: try await SAMLKeys(pools).certificate(.signing, ofPool: request.userPoolId))
    }
}
