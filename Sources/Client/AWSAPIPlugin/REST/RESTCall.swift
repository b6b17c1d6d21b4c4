// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// A REST request before it is authorized: JSON, unless the app's headers say otherwise.
    ///
    /// - Parameters:
    ///   - request: the request as the app describes it.
    ///   - base: the address of the API.
    /// - Throws: `.invalidURL` if path and query make no address, `.operationError` for a header that HTTP does not have.
    init(_ request: RESTOperationRequest, below base: URL) throws(APIError) {
        self.init(url: try RESTAddress.url(below: base, path: request.path, query: request.queryParameters))
        httpMethod = request.operationType.rawValue
        httpBody = request.body
        setValue("application/json", forHTTPHeaderField: "content-type")
        setValue(APICall.userAgent, forHTTPHeaderField: "user-agent")
        // In order, so that each time the same one of two spellings of a name counts.
        for (name, value) in (request.headers ?? [:]).sorted(by: { $0.key < $1.key }) {
            // Checked here, because Foundation can leave out a header that it does not accept.
            try HeaderSyntax.check(name, value)
            setValue(value, forHTTPHeaderField: name)
        }
    }
}

extension AWSAPIPlugin {
    /// The largest answer of a REST API, in bytes, as Amazon API Gateway limits it.
    private static let answerLimit = 10 << 20

    /// Makes a REST request.
    ///
    /// - Returns: the body of a response with a status of success, or the error.
    func response(to request: RESTOperationRequest) async -> Result<Data, APIError> {
        do throws(APIError) {
            let endpoint = try apis.endpoint(named: request.apiName, kind: .rest)
            let call = APICall(
                endpoint: endpoint, mode: endpoint.defaultMode, request: try URLRequest(request, below: endpoint.url),
                answerLimit: Self.answerLimit, interceptors: interceptors(of: endpoint.name),
                credentials: credentials, transport: transport, clock: clock)
            return .success(try await call.body())
        } catch {
            return .failure(error)
        }
    }
}
