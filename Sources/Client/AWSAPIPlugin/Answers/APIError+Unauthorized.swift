// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

extension APIError {
    /// Whether the service has refused the caller, rather than the request.
    ///
    /// - Parameter rule: what counts as a refusal of the caller.
    /// - Returns: whether the rule says so.
    public func isUnauthorized(rule: UnauthorizedDetermining = .default) -> Bool {
        rule.isUnauthenticated(self)
    }

    /// What counts as a refusal of the caller.
    public struct UnauthorizedDetermining: Sendable {
        fileprivate let isUnauthenticated: @Sendable (APIError) -> Bool

        /// Makes a rule of the app's own.
        @preconcurrency
        public init(isUnauthenticated: @escaping @Sendable (APIError) -> Bool) {
            self.isUnauthenticated = isUnauthenticated
        }

        /// HTTP status 401 or 403, or an `operationError` whose description says "unauthorized".
        public static let `default` = UnauthorizedDetermining { error in
            switch error {
            case .httpStatusError(let status, _): status == 401 || status == 403
            case .operationError(let description, _, _): description.lowercased().contains("unauthorized")
            case .unknown, .invalidConfiguration, .invalidURL, .networkError, .pluginError: false
            }
        }
    }
}
