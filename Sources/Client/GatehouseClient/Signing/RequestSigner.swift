// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCrypto
import GatehouseWire

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Signs requests to one service in one region with AWS credentials (Signature Version 4).
package struct RequestSigner: Sendable {
    /// The reason why a request cannot be signed.
    package enum Refusal: Error, Sendable {
        /// The request has no address with a host.
        case noHost
        /// The body is a stream, which the signature does not cover.
        case stream
    }

    /// Amazon S3 alone requires that the body's hash is a header.
    private static let bodyHash = "x-amz-content-sha256"

    private let service: String
    private let region: String

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - service: the service's name in the scope of signatures.
    ///   - region: the region in the scope of signatures.
    package init(service: String, region: String) {
        self.service = service
        self.region = region
    }

    /// Signs a request: method, address, headers and body.
    ///
    /// - Parameters:
    ///   - request: the request, without a signature.
    ///   - credentials: the credentials.
    ///   - date: the date of the signature, from which services accept it for some minutes.
    /// - Returns: the request with the headers of the signature behind its own.
    package func sign(
        _ request: TransportRequest, with credentials: SigningCredentials, at date: Date
    ) -> TransportRequest {
        var signed = request
        signed.headers += signature(
            Self.signable(
                request.method.rawValue, request.url, request.headers, body: [UInt8](request.body)),
            credentials, date)
        return signed
    }

    /// Signs a request of URLSession.
    ///
    /// - Parameters:
    ///   - request: the request; a signature that it has is replaced.
    ///   - credentials: the credentials.
    ///   - date: the date of the signature, from which services accept it for some minutes.
    /// - Returns: the request with the headers of the signature.
    /// - Throws: the reason why it cannot be signed.
    package func sign(
        _ request: URLRequest, with credentials: SigningCredentials, at date: Date
    ) throws(Refusal) -> URLRequest {
        guard let url = request.url, !url.authority.isEmpty else { throw .noHost }
        guard request.httpBodyStream == nil else { throw .stream }
        let headers = (request.allHTTPHeaderFields ?? [:]).map { (name: $0.key, value: $0.value) }
        let body = [UInt8](request.httpBody ?? Data())
        var signed = request
        // A token of other credentials would contradict the signature.
        signed.setValue(nil, forHTTPHeaderField: "x-amz-security-token")
        let signable = Self.signable(request.httpMethod ?? "GET", url, headers, body: body)
        for header in signature(signable, credentials, date) {
            signed.setValue(header.value, forHTTPHeaderField: header.name)
        }
        return signed
    }

    private static func signable(
        _ method: String, _ url: URL, _ headers: [(name: String, value: String)], body: [UInt8]
    ) -> SignableRequest {
        let namesHost = headers.contains { $0.name.lowercased() == "host" }
        return SignableRequest(
            method: method,
            path: url.path(percentEncoded: true),
            query: SignableRequest.query(parsing: url.query(percentEncoded: true) ?? ""),
            headers: namesHost ? headers : headers + [(name: "host", value: url.authority)],
            body: body
        )
    }

    /// The headers to set on a request.
    private func signature(
        _ request: SignableRequest, _ credentials: SigningCredentials, _ date: Date
    ) -> [(name: String, value: String)] {
        var (request, hash) = (request, [(name: String, value: String)]())
        if service == "s3", request.values(of: Self.bodyHash).isEmpty {
            hash = [(Self.bodyHash, Hex.encode(sha256(request.body)))]
            request.headers += hash
        }
        return hash + SigV4.sign(request, credentials: credentials, region: region, service: service, date: date)
    }
}
