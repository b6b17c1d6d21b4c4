// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseClient

/// The pools of one engine: a user pool, an identity pool, or both; for some clients, neither.
package struct SessionConfiguration: Sendable {
    package let userPool: UserPoolConfiguration?
    package let identityPool: IdentityPoolConfiguration?
    /// The hosted pages, or why they cannot be used; nil without any.
    package let pages: Result<HostedPages, SessionError>?
    /// The time limit of a public call of the engine.
    package let deadline: Duration
    /// The rules for repetitions of requests.
    package let retry: RetryPolicy

    /// Checks and keeps a configuration.
    ///
    /// - Parameters:
    ///   - userPool: the user pool, if users sign in.
    ///   - identityPool: the identity pool, if AWS credentials are wanted.
    ///   - pages: the hosted pages, if users sign in there; calls that need them throw an error in their place.
    ///   - deadline: how long a public call of the engine may take.
    ///   - retry: how requests are repeated.
    ///   - requiresPool: whether a configuration without a pool is an error. Without one, a session can be a
    ///     federation, or belong to an OAuth provider's pages.
    /// - Throws: `SessionError.configuration` if there is no pool.
    package init(
        userPool: UserPoolConfiguration?,
        identityPool: IdentityPoolConfiguration? = nil,
        pages: Result<HostedPages, SessionError>? = nil,
        deadline: Duration = .seconds(60),
        retry: RetryPolicy = RetryPolicy(),
        requiresPool: Bool = true
    ) throws(SessionError) {
        guard !requiresPool || userPool != nil || identityPool != nil else {
            throw .configuration(
                "Neither a user pool nor an identity pool is configured.",
                cure: "Configure at least one of them."
            )
        }
        self.userPool = userPool
        self.identityPool = identityPool
        self.pages = pages
        self.deadline = deadline
        self.retry = retry
    }

    /// The app client to which the tokens of a sign-in belong.
    func appClient(of method: SignInMethod, in pool: UserPoolConfiguration) -> (id: String, secret: ClientSecret?) {
        guard case .hostedUI = method, case .success(let pages) = pages else {
            return (pool.clientID, pool.clientSecret)
        }
        return (pages.clientID, pages.clientSecret)
    }

    /// The regions in the pools' ids and in the configuration if they differ; nil if they agree.
    var regionConflict: String? {
        let conflicts = [
            userPool.flatMap { Self.conflict("user pool", $0.poolID, separator: "_", $0.region) },
            identityPool.flatMap { Self.conflict("identity pool", $0.poolID, separator: ":", $0.region) },
        ].compactMap(\.self)
        return conflicts.isEmpty ? nil : conflicts.joined(separator: " ")
    }

    private static func conflict(
        _ kind: String,
        _ id: String,
        separator: Character,
        _ region: String
    ) -> String? {
        let parts = id.split(separator: separator, maxSplits: 1)
        guard parts.count == 2, parts[0] != region else { return nil }
        return "The \(kind) \(id) is of the region \(parts[0]), and the configuration says \(region)."
    }
}

/// The identity pool that vends AWS credentials.
package struct IdentityPoolConfiguration: Sendable {
    /// The id of the identity pool: its region, a colon and a UUID.
    package let poolID: String
    /// The AWS region at the beginning of the id, for which requests are signed.
    package let region: String
    package let endpoint: Endpoint

    /// Checks and keeps an identity pool's configuration.
    ///
    /// - Parameters:
    ///   - poolID: looks like `us-east-1:` and a UUID.
    ///   - region: the pool's region.
    ///   - endpoint: where the service answers; Amazon's in the region when absent.
    /// - Throws: `SessionError.configuration`.
    package init(poolID: String, region: String, endpoint: Endpoint? = nil) throws(SessionError) {
        guard !poolID.isEmpty else {
            throw .configuration("The identity pool id is empty.", cure: "Copy it from the identity pool.")
        }
        self.poolID = poolID
        self.region = region
        self.endpoint = if let endpoint { endpoint } else { try .session("cognito-identity", region: region) }
    }
}
