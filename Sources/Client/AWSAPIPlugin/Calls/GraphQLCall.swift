// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseWire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One query or mutation: its request, the changes to it, and the sending.
struct GraphQLCall: Sendable {
    /// The time of a call, tokens and the app's interceptors included.
    static let timeLimit = Duration.seconds(30)
    /// The largest answer, in bytes.
    private static let answerLimit = 8 << 20

    private let endpoint: APIEndpoint
    private let mode: AWSAuthorizationType
    private let payload: GraphQLPayload
    private let interceptors: [AppInterceptor]
    private let credentials: CallCredentials
    private let transport: any Transport
    private let clock: ClientClock

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
        self.endpoint = endpoint
        self.mode = mode
        self.payload = payload
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
            let response = try await exchange(try await outgoing())
            return try checked(response)
        }
    }

    /// The request as it is sent: the key or token first, then the app's changes, then the signature over all of it.
    private func outgoing() async throws(APIError) -> URLRequest {
        let authorization = try configuration()
        var request = try await authorized(plain, by: authorization)
        for interceptor in interceptors { request = try await interceptor.intercept(request) }
        guard case .awsIAM(let settings) = authorization else { return request }
        let signer = RequestSigner(service: "appsync", region: settings.region)
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

    private var plain: URLRequest {
        var request = URLRequest(url: endpoint.url)
        request.httpMethod = "POST"
        request.httpBody = payload.json
        request.setValue("application/json", forHTTPHeaderField: "content-type")
        request.setValue("no-store", forHTTPHeaderField: "cache-control")
        request.setValue("gatehouse-swift", forHTTPHeaderField: "user-agent")
        return request
    }

    private func authorized(
        _ request: URLRequest, by configuration: AWSAuthorizationConfiguration
    ) async throws(APIError) -> URLRequest {
        var request = request
        switch configuration {
        case .none, .awsIAM: break
        case .apiKey(let settings): request.setValue(settings.apiKey, forHTTPHeaderField: "x-api-key")
        case .amazonCognitoUserPools:
            request.setValue(try await credentials.token(.session), forHTTPHeaderField: "authorization")
        case .openIDConnect:
            request.setValue(try await credentials.token(.openID), forHTTPHeaderField: "authorization")
        case .function:
            request.setValue(try await credentials.token(.function), forHTTPHeaderField: "authorization")
        }
        return request
    }

    private func exchange(_ request: URLRequest) async throws(APIError) -> TransportResponse {
        let outgoing = try TransportRequest(request, timeout: Self.timeLimit, responseLimit: Self.answerLimit)
        do throws(TransportError) {
            return try await transport.send(outgoing)
        } catch {
            throw .transport(error)
        }
    }

    private func checked(_ response: TransportResponse) throws(APIError) -> Data {
        guard !(200..<300).contains(response.status) else { return response.body }
        guard let answer = AWSHTTPURLResponse(response, from: endpoint.url) else {
            throw .unknown("The HTTP response has the status \(response.status)", "Call again")
        }
        throw .httpStatusError(response.status, answer)
    }
}

/// An interceptor of the app.
///
/// Unchecked because the original's protocol is not sendable: the plugin only calls the interceptor, for any call and thus
/// from any thread, which is its purpose.
struct AppInterceptor: @unchecked Sendable {
    private let interceptor: any URLRequestInterceptor

    init(_ interceptor: any URLRequestInterceptor) {
        self.interceptor = interceptor
    }

    fileprivate func intercept(_ request: URLRequest) async throws(APIError) -> URLRequest {
        do {
            return try await interceptor.intercept(request)
        } catch let error as APIError {
            throw error
        } catch {
            throw .operationError(
                "Failed to intercept request with \(type(of: interceptor)). "
                    + "Error message: \(error.localizedDescription).",
                "See underlying error for more details", error)
        }
    }
}

extension TransportRequest {
    /// The request of URLSession, after the app's changes.
    fileprivate init(_ request: URLRequest, timeout: Duration, responseLimit: Int) throws(APIError) {
        guard let url = request.url, !url.authority.isEmpty else {
            throw .invalidURL("The request has no address with a host", "Keep the request's url in interceptors")
        }
        guard let method = Method(rawValue: request.httpMethod ?? "POST"), request.httpBodyStream == nil else {
            throw .operationError(
                "The request has another method than GET and POST, or its body is a stream",
                "Keep the request's httpMethod and httpBody in interceptors")
        }
        // Dictionaries have no order; this one is the same for each call.
        let headers = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
        self.init(
            method: method, url: url, headers: headers.map { (name: $0.key, value: $0.value) },
            body: request.httpBody ?? Data(), timeout: timeout, responseLimit: responseLimit)
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
