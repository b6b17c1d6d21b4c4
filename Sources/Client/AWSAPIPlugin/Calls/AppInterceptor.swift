// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An interceptor of the app.
///
/// Unchecked because the original's protocol is not sendable: the plugin only calls the interceptor, for any call and thus
/// from any thread, which is its purpose.
struct AppInterceptor: @unchecked Sendable {
    private let interceptor: any URLRequestInterceptor

    init(_ interceptor: any URLRequestInterceptor) {
        self.interceptor = interceptor
    }

    /// The request after the app's change.
    ///
    /// - Throws: the app's `APIError`; `.operationError` with any other error as its cause.
    func intercept(_ request: URLRequest) async throws(APIError) -> URLRequest {
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
