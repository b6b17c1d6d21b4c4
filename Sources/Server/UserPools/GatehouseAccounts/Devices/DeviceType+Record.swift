// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel

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
