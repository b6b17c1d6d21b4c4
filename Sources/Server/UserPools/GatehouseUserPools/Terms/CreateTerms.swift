// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Creates a terms document: the links of a client to its terms of use or its privacy policy.
    ///
    /// A client has at most one document with a name.
    package func createTerms(_ request: CreateTermsRequest) async throws(ServiceFault) -> CreateTermsResponse {
        guard let links = request.links else { throw .missingParameter("Links") }
        let now = pools.clock.now
        let terms = TermsType(
            termsId: pools.entropy.uuid(), userPoolId: request.userPoolId, clientId: request.clientId,
            termsName: request.termsName, termsSource: request.termsSource, enforcement: request.enforcement,
            links: links, creationDate: now, lastModifiedDate: now)
        try await records.write { store in
            let client = try store.existingClient(terms.clientId, inPool: terms.userPoolId)
            guard try store.terms(named: terms.termsName, ofClient: client.id, inPool: client.poolID) == nil else {
                throw ServiceFault.termsExist(terms.termsName)
            }
            guard try !store.hasTerms(TermsType.maximumPerPool, inPool: client.poolID) else {
                throw ServiceFault(
                    .limitExceeded, "A user pool can have at most \(TermsType.maximumPerPool) terms documents.")
            }
            try store.insert(terms)
        }
        return CreateTermsResponse(terms: terms)
    }
}

extension TermsType {
    /// The maximum number of terms documents in a pool.
    static let maximumPerPool = 40
}

extension UserPoolReading {
    /// Returns the document with an id.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such pool or document.
    func existingTerms(_ id: String, inPool poolID: String) throws -> TermsType {
        guard let terms = try terms(id, inPool: existingPool(poolID).id) else {
            throw ServiceFault(.resourceNotFound, "Terms \(id) do not exist.")
        }
        return terms
    }
}

extension ServiceFault {
    static func termsExist(_ name: String) -> ServiceFault {
        ServiceFault(.termsExists, "The app client has a terms document named \(name) already.")
    }
}
