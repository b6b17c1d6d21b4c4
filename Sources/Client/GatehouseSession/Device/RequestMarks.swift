// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient

/// The data in requests to the user pool that describes their origin.
struct RequestMarks: Sendable {
    private let pool: UserPoolConfiguration
    private let installation: Installation
    private let devices: RememberedDevices
    private let clock: ClientClock
    private let facts = DeviceFacts.current

    init(
        pool: UserPoolConfiguration,
        installation: Installation,
        devices: RememberedDevices,
        clock: ClientClock
    ) {
        self.pool = pool
        self.installation = installation
        self.devices = devices
        self.clock = clock
    }

    /// For the user pool's risk engine: the device of a request in that user's name.
    func userContext(of username: String) -> UserContextDataType {
        userContext(of: username, deviceKey: devices.device(of: username)?.deviceKey)
    }

    /// For the user pool's risk engine: the device of a request in that user's name, with its key if it has one.
    func userContext(of username: String, deviceKey: String?) -> UserContextDataType {
        let context = ContextData(
            facts: facts,
            deviceID: deviceKey ?? installation.deviceID(of: username),
            username: username,
            poolID: pool.poolID,
            date: clock.now()
        )
        return UserContextDataType(encodedData: context.encoded(clientID: pool.clientID))
    }

    /// For Pinpoint; nil where the app does not use it.
    var analytics: AnalyticsMetadataType? {
        guard pool.usesAnalytics else { return nil }
        return AnalyticsMetadataType(analyticsEndpointId: installation.analyticsEndpoint)
    }
}
