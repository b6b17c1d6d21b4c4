// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore

extension DeviceType {
    /// A device as its owner sees it.
    init(_ device: DeviceRecord) {
        var attributes = ["device_status": "valid", "last_ip_used": device.address]
        attributes["device_name"] = device.name
        self.init(device, attributes: attributes)
    }

    /// A device of `user` as administrators see it.
    init(_ device: DeviceRecord, of user: UserRecord, in deployment: Deployment) {
        let owner = "\(user.username).\(user.poolID)"
        let place = "\(UserPools.region(ofPool: user.poolID)):\(deployment.accountID)"
        var attributes = [
            "device_status": "valid",
            "last_ip_used": device.address,
            "dev:device_arn": "arn:aws:cognito-idp:\(place):owner/\(owner)/device/\(device.key)",
            "dev:device_owner": owner,
            "dev:device_remembered_status": device.rememberedStatus.rawValue,
            "dev:device_sdk": "aws-sdk-unknown-unknown",
        ]
        attributes["device_name"] = device.name
        self.init(device, attributes: attributes)
    }

    private init(_ device: DeviceRecord, attributes: [String: String]) {
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
