// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseSites

/// The settings that decide which requests the gateway accepts, and what it logs and reveals.
package struct GatewaySettings: Sendable, Equatable {
    /// The rule for verifying signatures.
    package var signaturePolicy: SignaturePolicy
    /// The largest allowed difference between the clocks of a signer and this server, in seconds.
    package var allowedClockSkew: TimeInterval
    /// The largest accepted body, in bytes.
    package var maximumBodySize: Int
    /// The memory for long bodies over all connections, in bytes; short requests and unread responses share as much
    /// again.
    package var maximumBodySizeInAll: Int
    /// The limits of open streams and WebSockets.
    package var streams: StreamLimits
    /// The rate limits; `nil` for none.
    package var rates: RateLimits?
    /// The proxies whose `X-Forwarded-For` is trusted.
    package var proxies: TrustedProxies
    /// Whether forwarded requests are refused, for a server whose outbox is for local visitors only.
    package var refusesForwarded: Bool
    /// The amount of detail in the log of requests.
    package var logDetail: LogDetail
    /// The key for the developer pages; `nil` if only this machine can reach them.
    package var developerKey: DeveloperKey?
    /// Whether the refusal of a request for a resource of another region contains both regions.
    package var explainsRegions: Bool
    /// Whether a page over TLS makes browsers use TLS only for its host name.
    package var isStrictAboutTLS: Bool

    /// Creates settings; the defaults are those for production.
    package init(
        signaturePolicy: SignaturePolicy = .verified, allowedClockSkew: TimeInterval = 300,
        maximumBodySize: Int = 1_048_576, maximumBodySizeInAll: Int = 67_108_864,
        streams: StreamLimits = StreamLimits(ofConnections: 10_000, perAddress: 500), rates: RateLimits? = nil,
        proxies: TrustedProxies = .none, refusesForwarded: Bool = false, logDetail: LogDetail = .operations,
        explainsRegions: Bool = false, isStrictAboutTLS: Bool = false
    ) {
        self.signaturePolicy = signaturePolicy
        self.allowedClockSkew = allowedClockSkew
        self.maximumBodySize = maximumBodySize
        self.maximumBodySizeInAll = maximumBodySizeInAll
        self.streams = streams
        self.rates = rates
        self.proxies = proxies
        self.refusesForwarded = refusesForwarded
        self.logDetail = logDetail
        self.explainsRegions = explainsRegions
        self.isStrictAboutTLS = isStrictAboutTLS
    }
}
