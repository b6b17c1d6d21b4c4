// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One query or mutation.
struct GraphQLCall: Sendable {
    /// The largest answer, in bytes.
    private static let answerLimit = 8 << 20

    private let call: APICall

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - endpoint: the API.
    ///   - mode: the authorization.
    ///   - payload: the document with its variables.
    ///   - interceptors: the app's changes to the request, in order.
    ///   - credentials: the source of tokens and AWS credentials.
    ///   - transport: sends the request.
    ///   - clock: the clock for deadlines and signatures.
    init(
        endpoint: APIEndpoint, mode: AWSAuthorizationType, payload: GraphQLPayload, interceptors: [AppInterceptor],
        credentials: CallCredentials, transport: any Transport, clock: ClientClock
    ) {
        var request = URLRequest(url: endpoint.url)
        request.httpMethod = "POST"
        request.httpBody = payload.json
        request.setValue("application/json", forHTTPHeaderField: "content-type")
        request.setValue("no-store", forHTTPHeaderField: "cache-control")
        request.setValue(APICall.userAgent, forHTTPHeaderField: "user-agent")
        call = APICall(
            endpoint: endpoint, mode: mode, request: request, answerLimit: Self.answerLimit,
            interceptors: interceptors, credentials: credentials, transport: transport, clock: clock)
    }

    /// Makes the call.
    ///
    /// - Returns: the body of an answer with a status of success.
    /// - Throws: `APIError`; `.networkError` after the call's time.
    func body() async throws(APIError) -> Data {
        try await call.body()
    }
}
