// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// What an operator may set about the gateway.
package struct GatewaySettings: Sendable, Equatable {
    /// How far a signature must be verified.
    package var signaturePolicy: SignaturePolicy
    /// How far the clocks of a signer and this server may be apart, in seconds.
    package var allowedClockSkew: TimeInterval
    /// The longest body that is read, in bytes.
    package var maximumBodySize: Int
    /// How many bytes of long bodies are held at once, over all connections.
    package var maximumBodySizeInAll: Int
    /// How often is answered; `nil` for however often.
    package var rates: RateLimits?
    /// The proxies whose `X-Forwarded-For` names the client.
    package var proxies: TrustedProxies
    /// Whether requests that a proxy passed on are refused, as where an outbox is for visitors of this machine only.
    package var refusesForwarded: Bool
    /// How much the log says of a request.
    package var logDetail: LogDetail
    /// The key that the pages for developers need; `nil` where only this machine reaches them.
    package var developerKey: DeveloperKey?
    /// Whether the refusal of a request that is signed for another region than its resource's names both regions.
    package var explainsRegions: Bool

    /// Creates settings; the defaults are those of a server in earnest.
    package init(
        signaturePolicy: SignaturePolicy = .verified, allowedClockSkew: TimeInterval = 300,
        maximumBodySize: Int = 1_048_576, maximumBodySizeInAll: Int = 67_108_864, rates: RateLimits? = nil,
        proxies: TrustedProxies = .none, refusesForwarded: Bool = false, logDetail: LogDetail = .operations,
        explainsRegions: Bool = false
    ) {
        self.signaturePolicy = signaturePolicy
        self.allowedClockSkew = allowedClockSkew
        self.maximumBodySize = maximumBodySize
        self.maximumBodySizeInAll = maximumBodySizeInAll
        self.rates = rates
        self.proxies = proxies
        self.refusesForwarded = refusesForwarded
        self.logDetail = logDetail
        self.explainsRegions = explainsRegions
    }
}
