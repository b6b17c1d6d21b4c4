// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One call of an API of either kind: the changes to its request, and the sending.
struct APICall: Sendable {
    /// The time of a call, tokens and the app's interceptors included.
    static let timeLimit = Duration.seconds(30)
    /// The name of this library in requests.
    static let userAgent = "gatehouse-swift"

    private let endpoint: APIEndpoint
    private let mode: AWSAuthorizationType
    private let request: URLRequest
    private let answerLimit: Int
    private let interceptors: [AppInterceptor]
    private let credentials: CallCredentials
    private let transport: any Transport
    private let clock: ClientClock

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - endpoint: the API.
    ///   - mode: the authorization.
    ///   - request: the request before it is authorized; a header that it has is not replaced by a key or token.
    ///   - answerLimit: the largest answer, in bytes.
    ///   - interceptors: the app's changes to the request, in order.
    ///   - credentials: the source of tokens and AWS credentials.
    ///   - transport: sends the request.
    ///   - clock: the clock for deadlines and signatures.
    init(
        endpoint: APIEndpoint, mode: AWSAuthorizationType, request: URLRequest, answerLimit: Int,
        interceptors: [AppInterceptor], credentials: CallCredentials, transport: any Transport, clock: ClientClock
    ) {
        self.endpoint = endpoint
        self.mode = mode
        self.request = request
        self.answerLimit = answerLimit
        self.interceptors = interceptors
        self.credentials = credentials
        self.transport = transport
        self.clock = clock
    }

    /// Makes the call.
    ///
    /// - Returns: the body of an answer with a status of success.
    /// - Throws: `APIError`; `.networkError` after the call's time.
    func body() async throws(APIError) -> Data {
        try await within(Self.timeLimit, clock) { () async throws(APIError) in
            let request = try await outgoing()
            return try checked(try await exchange(request), from: request.url ?? endpoint.url)
        }
    }

    /// The request as it is sent: the key or token first, then the app's changes, then the signature over all of it.
    private func outgoing() async throws(APIError) -> URLRequest {
        let authorization = try configuration()
        var request = try await authorized(by: authorization)
        for interceptor in interceptors { request = try await interceptor.intercept(request) }
        guard case .awsIAM(let settings) = authorization else { return request }
        let signer = RequestSigner(service: endpoint.kind.signingName, region: settings.region)
        let awsCredentials = try await credentials.awsCredentials()
        do throws(RequestSigner.Refusal) {
            return try signer.sign(request, with: awsCredentials, at: clock.now())
        } catch {
            throw .operationError("The request cannot be signed: \(error)", "Set its body as data, and its url", error)
        }
    }

    private func configuration() throws(APIError) -> AWSAuthorizationConfiguration {
        do {
            return try endpoint.authorization(for: mode)
        } catch {
            throw APIError(configuration: error)
        }
    }

    private func authorized(by configuration: AWSAuthorizationConfiguration) async throws(APIError) -> URLRequest {
        switch configuration {
        case .none, .awsIAM: request
        case .apiKey(let settings): request.adding(settings.apiKey, as: "x-api-key")
        case .amazonCognitoUserPools: try await withToken(.session)
        case .openIDConnect: try await withToken(.openID)
        case .function: try await withToken(.function)
        }
    }

    private func withToken(_ source: TokenSource) async throws(APIError) -> URLRequest {
        let name = "authorization"
        guard request.value(forHTTPHeaderField: name) == nil else { return request }
        return request.adding(try await credentials.token(source), as: name)
    }

    private func exchange(_ request: URLRequest) async throws(APIError) -> TransportResponse {
        let outgoing = try TransportRequest(request, timeout: Self.timeLimit, responseLimit: answerLimit)
        do throws(TransportError) {
            return try await transport.send(outgoing)
        } catch {
            throw .transport(error)
        }
    }

    private func checked(_ response: TransportResponse, from url: URL) throws(APIError) -> Data {
        guard !(200..<300).contains(response.status) else { return response.body }
        guard let answer = AWSHTTPURLResponse(response, from: url) else {
            throw .unknown("The HTTP response has the status \(response.status)", "Call again")
        }
        throw .httpStatusError(response.status, answer)
    }
}

extension URLRequest {
    /// The request with a header, unless it has one of that name.
    fileprivate func adding(_ value: String, as name: String) -> URLRequest {
        guard self.value(forHTTPHeaderField: name) == nil else { return self }
        var request = self
        request.setValue(value, forHTTPHeaderField: name)
        return request
    }
}

extension APIError {
    /// The error of a call that the configuration does not allow.
    init(configuration error: any Error) {
        self =
            switch error {
            case let error as APIError: error
            case let error as any AmplifyError: .pluginError(error)
            default: .invalidConfiguration("The configuration cannot be used", "See the underlying error", error)
            }
    }
}
