// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import GatehouseWire

extension GatewayRequest {
    /// The refusal on a port that serves only pages for monitoring: of a request with a flaw, for another path, or with
    /// a method that these pages do not answer; `nil` for a request that a page answers.
    func refusal(onPortWith paths: [String]) -> GatewayResponse? {
        if let refusal = flaw?.refusal { return refusal }
        guard paths.contains(path) else { return .nowhere(listing: paths.map { "GET \($0)" }) }
        return method == "GET" || method == "HEAD" ? nil : .wrongMethod(allowed: "GET, HEAD")
    }
}

extension GatewayResponse {
    /// The response for a path that does not exist, with a list of those that do.
    static func nowhere(listing paths: [String]) -> GatewayResponse {
        .json(
            ["message": "There is nothing at this path.", "paths": .array(paths.map { .string($0) })], status: 404)
    }

    /// The response for a method that a path does not support; `allowed` has those that it does.
    static func wrongMethod(allowed: String) -> GatewayResponse {
        var response = json(["message": "This path does not support this method."], status: 405)
        response.headers.append(("Allow", allowed))
        return response
    }
}
