// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCallers
package import GatehouseCore
package import GatehouseSecurityTokens
package import GatehouseSites
import GatehouseWire

extension Site {
    private static let label = "signing-key"

    /// The endpoint for services that verify signatures themselves; it answers signed requests only.
    ///
    /// The services use the same `callers` and `admission`.
    package static func signingKeys(
        _ securityTokens: SecurityTokens, callers: CallerAuthentication, deployment: Deployment,
        admission: Admission = .unlimited()
    ) -> Site {
        let region = deployment.defaultRegion
        // A verifier asks for a key while a user's request to its own service waits.
        let work = RouteWork(name: label, kinds: .alike(admission.kind(.continuing)), form: .json)
        return Site(routes: [
            Route(
                .post, RoutePath(stringLiteral: SigningKeyRequest.path), label: label, for: .programs,
                isListed: false, admission: RouteAdmission(admission, head: { _ in work })
            ) { call in
                await answer(call.request, by: securityTokens.signingKeys, to: callers, defaultRegion: region)
            }
        ])
    }

    private static func answer(
        _ request: GatewayRequest, by keys: SigningKeys, to callers: CallerAuthentication, defaultRegion: String
    ) async -> Outcome {
        do throws(ServiceFault) {
            guard request.body.count <= SigningKeyRequest.maximumLength else {
                throw ServiceFault(.validation, "The body is longer than \(SigningKeyRequest.maximumLength) bytes.")
            }
            let claim = SignatureClaim(of: request)
            let caller = try await callers.principal(of: request, claim: claim, for: .signingKeys)
            let issued = try await keys.response(
                to: try signingKeyRequest(in: request), by: caller, from: request.remoteAddress,
                inRegion: claim?.region ?? defaultRegion)
            var response = JSONAnswer.success(issued.wireValue)
            response.headers.append(("Cache-Control", "no-store"))
            return Outcome(response, operation: label)
        } catch {
            return Outcome(JSONAnswer.fault(error), operation: label, fault: error)
        }
    }

    /// The body of a request whose signature was verified.
    private static func signingKeyRequest(in request: GatewayRequest) throws(ServiceFault) -> SigningKeyRequest {
        let value: WireValue
        do {
            value = try WireValue(unambiguousJSON: Array(request.body))
        } catch {
            throw ServiceFault(.serialization, "The body is not JSON in UTF-8.", cause: error)
        }
        guard let parsed = SigningKeyRequest(value) else {
            throw ServiceFault(.validation, "AccessKeyId, Date, Region and Service are required texts.")
        }
        return parsed
    }
}

extension ServiceIdentity {
    /// The endpoint for signing keys; it has no operations of a model.
    fileprivate static let signingKeys = ServiceIdentity(
        targetPrefix: nil, signingName: SigningKeyRequest.service, form: .json, version: "2026-11-23",
        xmlNamespace: nil, validationCode: .validation)
}
