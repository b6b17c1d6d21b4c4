// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension AccessTokenOperations {
    /// Returns a device of the access token's user.
    package func getDevice(_ request: GetDeviceRequest) async throws(ServiceFault) -> GetDeviceResponse {
        guard let token = request.accessToken else { throw .missingParameter("AccessToken") }
        let user = try await callers.authorizedUser(token).user
        return GetDeviceResponse(
            device: DeviceType(try await records.read { try $0.existingDevice(request.deviceKey, of: user) }))
    }

    /// Returns a page of the user's confirmed devices, in the order of keys.
    package func listDevices(_ request: ListDevicesRequest) async throws(ServiceFault) -> ListDevicesResponse {
        let user = try await callers.authorizedUser(request.accessToken).user
        let page = try await records.page(
            of: "devices of \(user.poolID) with \(user.sub)", token: request.paginationToken, limit: request.limit,
            position: \DeviceRecord.key
        ) { store, after, limit in
            try store.devices(ofUser: user.sub, inPool: user.poolID, after: after, limit: limit)
        }
        return ListDevicesResponse(devices: page.elements.map { DeviceType($0) }, paginationToken: page.nextToken)
    }

    /// Sets whether a confirmed device of the user is remembered.
    package func updateDeviceStatus(
        _ request: UpdateDeviceStatusRequest
    ) async throws(ServiceFault) -> UpdateDeviceStatusResponse {
        let user = try await callers.authorizedUser(request.accessToken).user
        let now = clock.now
        try await records.write { store in
            try store.setStatus(request.deviceRememberedStatus, ofDevice: request.deviceKey, of: user, at: now)
        }
        return UpdateDeviceStatusResponse()
    }

    /// Forgets a device of the access token's user.
    ///
    /// Its refresh tokens stop working; access tokens stay valid until they expire.
    package func forgetDevice(_ request: ForgetDeviceRequest) async throws(ServiceFault) {
        guard let token = request.accessToken else { throw .missingParameter("AccessToken") }
        let user = try await callers.authorizedUser(token).user
        try await records.write { try $0.forgetDevice(request.deviceKey, of: user) }
    }
}

extension UserPoolsService {
    /// Returns a device of a user, with the attributes that only administrators see.
    package func adminGetDevice(
        _ request: AdminGetDeviceRequest
    ) async throws(ServiceFault) -> AdminGetDeviceResponse {
        let (user, device) = try await records.read { store in
            let user = try store.existingUser(request.username, in: store.existingPool(request.userPoolId))
            return (user, try store.existingDevice(request.deviceKey, of: user))
        }
        return AdminGetDeviceResponse(device: DeviceType(device, of: user, in: pools.deployment))
    }

    /// Returns a page of a user's confirmed devices, with the attributes that only administrators see, in the order of
    /// keys.
    package func adminListDevices(
        _ request: AdminListDevicesRequest
    ) async throws(ServiceFault) -> AdminListDevicesResponse {
        let user = try await records.read { store in
            try store.existingUser(request.username, in: store.existingPool(request.userPoolId))
        }
        let page = try await pools.records.page(
            of: "devices of \(user.poolID) for \(user.sub)", token: request.paginationToken, limit: request.limit,
            position: \DeviceRecord.key
        ) { store, after, limit in
            try store.devices(ofUser: user.sub, inPool: user.poolID, after: after, limit: limit)
        }
        return AdminListDevicesResponse(
            devices: page.elements.map { DeviceType($0, of: user, in: pools.deployment) },
            paginationToken: page.nextToken)
    }
}

extension RecordOperations {
    /// Sets whether a confirmed device of a user is remembered.
    package func adminUpdateDeviceStatus(
        _ request: AdminUpdateDeviceStatusRequest
    ) async throws(ServiceFault) -> AdminUpdateDeviceStatusResponse {
        let now = clock.now
        try await records.write { store in
            let user = try store.existingUser(request.username, in: store.existingPool(request.userPoolId))
            try store.setStatus(request.deviceRememberedStatus, ofDevice: request.deviceKey, of: user, at: now)
        }
        return AdminUpdateDeviceStatusResponse()
    }

    /// Forgets a device of a user.
    ///
    /// Its refresh tokens stop working; access tokens stay valid until they expire.
    package func adminForgetDevice(_ request: AdminForgetDeviceRequest) async throws(ServiceFault) {
        try await records.write { store in
            let user = try store.existingUser(request.username, in: store.existingPool(request.userPoolId))
            try store.forgetDevice(request.deviceKey, of: user)
        }
    }
}

extension DeviceType {
    /// Creates the description of a device for its user.
    init(_ device: DeviceRecord) {
        self.init(device, adding: [:])
    }

    /// Creates the description of a device of `user` for administrators.
    init(_ device: DeviceRecord, of user: UserRecord, in deployment: Deployment) {
        let owner = "\(user.username).\(user.poolID)"
        let place = "\(DeviceKeys.region(ofPool: user.poolID)):\(deployment.accountID)"
        self.init(
            device,
            adding: [
                "dev:device_arn": "arn:aws:cognito-idp:\(place):owner/\(owner)/device/\(device.key)",
                "dev:device_owner": owner,
                "dev:device_sdk": "aws-sdk-unknown-unknown",
            ])
    }

    private init(_ device: DeviceRecord, adding others: [String: String]) {
        var attributes = others
        attributes["device_status"] = "valid"
        attributes["device_name"] = device.name
        attributes["last_ip_used"] = device.address
        attributes["dev:device_remembered_status"] = device.rememberedStatus.rawValue
        let listed = attributes.sorted { $0.key < $1.key }
        self.init(
            deviceKey: device.key,
            deviceAttributes: listed.map { AttributeType(name: $0.key, value: $0.value) },
            deviceCreateDate: device.createdAt, deviceLastModifiedDate: device.modifiedAt,
            deviceLastAuthenticatedDate: device.authenticatedAt)
    }
}

extension DeviceRecord {
    fileprivate var rememberedStatus: DeviceRememberedStatusType { isRemembered ? .remembered : .notRemembered }
}
