// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseFederation
import GatehouseGateway
import Logging

/// Logs providers that give no usable answer, once a minute for each.
///
/// The counters of fetches have no label for the provider, and the caller gets no reason, so this line alone names both.
struct ProviderFailureLog: Sendable {
    /// The longest reason in the log, because the provider's document can be a part of it.
    private static let longestReason = 500

    private let logger: Logger
    private let outages: OutageLog

    init(_ logger: Logger, outages: OutageLog = OutageLog()) {
        self.logger = logger
        self.outages = outages
    }

    @Sendable func log(_ failure: ProviderFailure) {
        guard let omitted = outages.admits(failure.provider) else { return }
        var metadata: Logger.Metadata = [
            "provider": "\(failure.provider)", "reason": "\(failure.reason.prefix(Self.longestReason))",
        ]
        let refusals: [OutboundFailure] = [.refusedAddress, .notEncrypted]
        if refusals.contains(where: { failure.reason.hasSuffix(": \($0)") }) {
            metadata["cure"] = "if the server may ask this address, add it to \(Setting.providersNetworks.variable)"
        }
        if omitted > 0 { metadata["omitted"] = "\(omitted)" }
        logger.warning("An identity provider gives no usable answer", metadata: metadata)
    }
}
