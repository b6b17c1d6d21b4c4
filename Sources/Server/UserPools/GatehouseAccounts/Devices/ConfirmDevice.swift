// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Registers the device of the sign-in that issued the access token.
    ///
    /// Only the device key of that sign-in can be confirmed, and only once.
    package func confirmDevice(_ request: ConfirmDeviceRequest) async throws(ServiceFault) -> ConfirmDeviceResponse {
        let caller = try await pools.callers.authorizedCaller(request.accessToken)
        guard caller.family.deviceKey == request.deviceKey else { throw .invalidDeviceKey }
        guard request.deviceName?.utf8.contains(0) != true else {
            throw .invalidParameter("Invalid device name given.")
        }
        let device = try await newDevice(request, of: caller)
        let pool = try await records.write { store in
            let pool = try store.existingPool(device.poolID)
            let family = try store.tokenFamily(caller.family.id, inPool: pool.id)
            guard
                pool.tracksDevices, family?.revokedAt == nil, family?.deviceKey == device.key,
                try store.device(device.key, ofUser: device.sub, inPool: pool.id) == nil
            else { throw ServiceFault.invalidDeviceKey }
            try store.makeRoom(for: device)
            var device = device
            device.isRemembered = !pool.remembersDevicesOnPrompt
            try store.insert(device)
            return pool
        }
        return ConfirmDeviceResponse(userConfirmationNecessary: pool.remembersDevicesOnPrompt)
    }

    private func newDevice(
        _ request: ConfirmDeviceRequest, of caller: AuthorizedCaller
    ) async throws(ServiceFault) -> DeviceRecord {
        let verifier = try pools.deviceVerifiers.read(request.deviceSecretVerifierConfig)
        let arithmetic = pools.arithmetic
        let quick = try await pools.computation.run { verifier.withPowers(arithmetic) }
        let (user, now) = (caller.user, pools.clock.now)
        return DeviceRecord(
            poolID: user.poolID, sub: user.sub, key: request.deviceKey, name: request.deviceName, isRemembered: false,
            sealedVerifier: pools.deviceVerifiers.seal(
                quick, forDevice: request.deviceKey, ofUser: user.sub, inPool: user.poolID),
            address: origin(.app(nil), by: caller.client).address, createdAt: now, modifiedAt: now,
            authenticatedAt: caller.family.authTime)
    }
}

extension UserPoolWriting {
    /// Deletes the device with the oldest sign-in if the user would have too many.
    fileprivate func makeRoom(for new: DeviceRecord) throws {
        let limit = DeviceRecord.maximumPerUser
        let devices = try devices(ofUser: new.sub, inPool: new.poolID, after: nil, limit: limit)
        guard devices.count >= limit, let oldest = devices.min(by: { $0.authenticatedAt < $1.authenticatedAt }) else {
            return
        }
        try deleteDevice(oldest.key, ofUser: new.sub, inPool: new.poolID)
    }
}

extension ServiceFault {
    fileprivate static let invalidDeviceKey = ServiceFault.invalidParameter("Invalid device key given.")
}
