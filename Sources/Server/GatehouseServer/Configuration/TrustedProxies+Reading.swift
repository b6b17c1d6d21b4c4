// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import GatehouseGateway

extension TrustedProxies {
    /// The configured proxies.
    init(_ reader: ConfigReader) throws(StartupRefusal) {
        guard let text = reader.text(.trustedProxies) else {
            self = .none
            return
        }
        guard let proxies = TrustedProxies(text) else {
            throw StartupRefusal(
                .configuration,
                "Trusted proxies are addresses or networks like 10.0.0.0/8, separated by commas: change "
                    + "GATEHOUSE_TRUSTED_PROXIES."
            )
        }
        self = proxies
    }
}
