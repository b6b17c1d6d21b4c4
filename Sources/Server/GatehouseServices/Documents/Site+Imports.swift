// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseSites
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools

extension Site {
    private static let uploadLabel = "import-upload"

    /// The addresses that take the CSV files of import jobs.
    package static func imports(_ userPools: UserPools) -> Site {
        Site(routes: [
            Route(.put, "/imports/<pool id>/<job id>", label: uploadLabel, for: .everyone) { call, pieces in
                await receive(call, pieces, userPools)
            }
        ])
    }

    private static func receive(
        _ call: Trip, _ pieces: any AsyncSequence<Data, any Error>, _ userPools: UserPools
    ) async -> Outcome {
        do {
            var upload = try await userPools.importReception.receive(
                poolID: call.parameters[0], jobID: call.parameters[1],
                expiry: call.request.queryValue("expires") ?? "",
                signature: call.request.queryValue("signature") ?? "")
            for try await piece in pieces { try await upload.append(piece) }
            try await upload.finish()
            return Outcome(GatewayResponse(status: 200), operation: uploadLabel)
        } catch let refusal as ImportUploadRefusal {
            let (response, code) = ObjectAnswer.refusal(refusal, requestID: call.requestID)
            return Outcome(response, operation: uploadLabel, code: code.rawValue)
        } catch {
            let (response, code) = ObjectAnswer.failure(error, requestID: call.requestID)
            return Outcome(response, operation: uploadLabel, code: code.rawValue, cause: error)
        }
    }
}
