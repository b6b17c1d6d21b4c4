// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseCrypto
import GatehouseWire

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Signs requests to one service with AWS credentials (Signature Version 4), by default the credentials of the app's
/// session.
///
/// An addition to Amplify Swift. The service knows from the signature which user or guest of the identity pool calls.
public struct AWSRequestSigner: Sendable {
    private let service: String
    private let region: String
    private let credentials: any AWSCredentialsProvider & Sendable
    private let now: @Sendable () -> Date

    /// Makes a signer.
    ///
    /// - Parameters:
    ///   - service: the service's name in signatures, such as `execute-api` or `appsync`.
    ///   - region: the region in signatures.
    ///   - credentials: asked for credentials at each request; the session of `Amplify.Auth` by default, which renews
    ///     them in time.
    public init(
        service: String,
        region: String,
        credentials: any AWSCredentialsProvider & Sendable = AWSAuthService()
    ) {
        self.init(service: service, region: region, credentials: credentials) { Date() }
    }

    init(
        service: String,
        region: String,
        credentials: any AWSCredentialsProvider & Sendable,
        now: @escaping @Sendable () -> Date
    ) {
        self.service = service
        self.region = region
        self.credentials = credentials
        self.now = now
    }

    /// Signs a request: method, address, headers and body.
    ///
    /// - Parameter request: the request; its body is data, not a stream. A signature that it has is replaced.
    /// - Returns: the request with `x-amz-date`, `x-amz-security-token` for temporary credentials and `authorization`.
    /// - Throws: `AuthError`: why there are no credentials; `.validation` for a request that cannot be signed.
    public func sign(_ request: URLRequest) async throws -> URLRequest {
        let credentials = try await credentials.fetchAWSCredentials()
        var signed = request
        // Amazon S3 alone requires that the body's hash is a header.
        if service == "s3", request.value(forHTTPHeaderField: Self.bodyHash) == nil {
            signed.setValue(Hex.encode(sha256([UInt8](request.httpBody ?? Data()))), forHTTPHeaderField: Self.bodyHash)
        }
        let headers = SigV4.sign(
            try SignableRequest(signed),
            credentials: SigningCredentials(
                accessKeyID: credentials.accessKeyId,
                secretAccessKey: credentials.secretAccessKey,
                sessionToken: (credentials as? any AWSTemporaryCredentials)?.sessionToken
            ),
            region: region,
            service: service,
            date: now()
        )
        // A token of other credentials would contradict the signature.
        signed.setValue(nil, forHTTPHeaderField: "x-amz-security-token")
        for header in headers { signed.setValue(header.value, forHTTPHeaderField: header.name) }
        return signed
    }

    private static let bodyHash = "x-amz-content-sha256"
}

extension SignableRequest {
    fileprivate init(_ request: URLRequest) throws(AuthError) {
        guard let url = request.url, !url.authority.isEmpty else {
            throw .validation("url", "The request has no address with a host", "Set the request's url")
        }
        guard request.httpBodyStream == nil else {
            throw .validation("httpBodyStream", "The body is a stream", "Set the body as data: the signature covers it")
        }
        var headers = (request.allHTTPHeaderFields ?? [:]).map { (name: $0.key, value: $0.value) }
        if !headers.contains(where: { $0.name.lowercased() == "host" }) { headers.append(("host", url.authority)) }
        self.init(
            method: request.httpMethod ?? "GET",
            path: url.path(percentEncoded: true),
            query: SignableRequest.query(parsing: url.query(percentEncoded: true) ?? ""),
            headers: headers,
            body: [UInt8](request.httpBody ?? Data())
        )
    }
}
