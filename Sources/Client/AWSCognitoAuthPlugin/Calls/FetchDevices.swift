// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Lists the signed-in user's devices.
    ///
    /// - Returns: devices of the type `AWSAuthDevice`.
    /// - Throws: `AuthError`.
    public func fetchDevices(options: AuthFetchDevicesRequest.Options? = nil) async throws -> [any AuthDevice] {
        try await run(HubPayload.EventName.Auth.fetchDevicesAPI, .userPool) { engine throws(SessionError) in
            try await engine.devicesOfUser()
        } answer: {
            $0.map(AWSAuthDevice.init) as [any AuthDevice]
        }
    }
}

extension AWSAuthDevice {
    fileprivate init(_ device: UserDevice) {
        self.init(
            id: device.key,
            name: device.attributes["device_name"] ?? "",
            attributes: device.attributes,
            createdDate: device.createdAt,
            lastAuthenticatedDate: device.lastAuthenticatedAt,
            lastModifiedDate: device.lastModifiedAt
        )
    }
}
