// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSMobileClient
import AWSPluginsCore
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request that puts a text into a bucket of Amazon S3, which is printed and not sent.
struct S3Request {
    let bucket: String
    let key: String
    let text: String

    /// The request, signed with the credentials of the client, a line for each header.
    func signed() throws -> [String] {
        guard let url = URL(string: "https://\(bucket).s3.us-east-1.amazonaws.com/\(key)") else {
            throw Mistake("bucket or key cannot be part of an address")
        }
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        request.httpBody = Data(text.utf8)
        request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        let unsigned = request
        let signed: URLRequest = try answer { completion in
            Task {
                do {
                    let signer = AWSRequestSigner(service: "s3", region: "us-east-1", credentials: ServiceCredentials())
                    completion(try await signer.sign(unsigned), nil)
                } catch {
                    completion(nil, error)
                }
            }
        }
        let headers = (signed.allHTTPHeaderFields ?? [:]).sorted { $0.key.lowercased() < $1.key.lowercased() }
        return ["PUT \(url.absoluteString)"] + headers.map { "\($0.key): \($0.value)" } + ["Body: \(text)"]
    }
}

/// The credentials of the default service configuration, which `AWSMobileClient` sets when it is initialised.
private struct ServiceCredentials: AWSPluginsCore.AWSCredentialsProvider {
    func fetchAWSCredentials() async throws -> any AWSPluginsCore.AWSCredentials {
        try await withCheckedThrowingContinuation { continuation in
            guard let provider = AWSServiceManager.default().defaultServiceConfiguration?.credentialsProvider else {
                return continuation.resume(throwing: Mistake("the configuration has no identity pool"))
            }
            provider.credentials().continueWith { task in
                if let credentials = task.result {
                    continuation.resume(
                        returning: Credentials(
                            accessKeyId: credentials.accessKey, secretAccessKey: credentials.secretKey,
                            sessionToken: credentials.sessionKey ?? "",
                            expiration: credentials.expiration ?? .distantFuture))
                } else {
                    continuation.resume(throwing: task.error ?? Mistake("there are no credentials"))
                }
                return nil
            }
        }
    }

    private struct Credentials: AWSTemporaryCredentials {
        let accessKeyId: String
        let secretAccessKey: String
        let sessionToken: String
        let expiration: Date
    }
}
