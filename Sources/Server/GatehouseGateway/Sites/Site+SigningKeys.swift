// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseIdentityPools
import GatehouseWire

extension Site {
    private static let label = "signing-key"

    /// The endpoint for services that verify signatures themselves; it answers signed requests only.
    ///
    /// `administrators` resolve the keys of administrators, as for the services.
    package static func signingKeys(
        _ identityPools: IdentityPools, administrators: [any AccessKeyResolver] = [], deployment: Deployment,
        settings: GatewaySettings, clock: WallClock
    ) -> Site {
        let callers = CallerAuthentication(
            administrators: administrators, identityPools: identityPools, deployment: deployment, settings: settings,
            clock: clock)
        let region = deployment.defaultRegion
        return Site(routes: [
            Route(.post, RoutePath(stringLiteral: SigningKeyQuestion.path), label: label, isListed: false) { call in
                var outcome = await answer(
                    call.request, by: identityPools.signingKeys, to: callers, defaultRegion: region)
                outcome.allowsOtherOrigins = false
                return outcome
            }
        ])
    }

    private static func answer(
        _ request: GatewayRequest, by keys: SigningKeys, to callers: CallerAuthentication, defaultRegion: String
    ) async -> Outcome {
        do throws(ServiceFault) {
            guard request.body.count <= SigningKeyQuestion.maximumLength else {
                throw ServiceFault(.validation, "The body is longer than \(SigningKeyQuestion.maximumLength) bytes.")
            }
            let caller = try await callers.principal(of: request, for: .signingKeys)
            let answer = try await keys.answer(
                try question(in: request), to: caller, from: request.remoteAddress,
                inRegion: SignatureClaim(of: request)?.region ?? defaultRegion)
            var response = JSONAnswer.success(answer.wireValue)
            response.headers.append(("Cache-Control", "no-store"))
            return Outcome(response, operation: label)
        } catch {
            return Outcome(JSONAnswer.fault(error), operation: label, fault: error)
        }
    }

    /// The body of a request whose signature was verified.
    private static func question(in request: GatewayRequest) throws(ServiceFault) -> SigningKeyQuestion {
        let value: WireValue
        do {
            value = try WireValue(unambiguousJSON: Array(request.body))
        } catch {
            throw ServiceFault(.serialization, "The body is not JSON in UTF-8.", cause: error)
        }
        guard let question = SigningKeyQuestion(value) else {
            throw ServiceFault(.validation, "AccessKeyId, Date, Region and Service are required texts.")
        }
        return question
    }
}

extension ServiceIdentity {
    /// The endpoint for signing keys; it has no operations of a model.
    fileprivate static let signingKeys = ServiceIdentity(
        targetPrefix: nil, signingName: SigningKeyQuestion.service, form: .json, version: "2026-11-23",
        xmlNamespace: nil, validationCode: .validation)
}
