// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCrypto
import GatehouseWire

extension SessionEngine {
    /// Makes this installation a device of the user, if the user pool asks for it: `ConfirmDevice`.
    ///
    /// A failure is ignored: the user stays signed in, and the next sign-in makes another device.
    ///
    /// - Parameters:
    ///   - metadata: the keys that came with the tokens.
    ///   - accessToken: the token that came with them.
    ///   - typedUsername: the name to keep the device under.
    func becomeDevice(_ metadata: NewDeviceMetadataType?, accessToken: String, typedUsername: String) async {
        guard let deviceKey = metadata?.deviceKey, let groupKey = metadata?.deviceGroupKey else { return }
        let device = RememberedDevice(deviceKey: deviceKey, groupKey: groupKey, secret: entropy.uuid())
        let request = ConfirmDeviceRequest(
            accessToken: accessToken,
            deviceKey: deviceKey,
            deviceSecretVerifierConfig: verifier(of: device),
            deviceName: HostName.current
        )
        _ = await trouble { [self] () async throws(SessionError) in
            let (_, client) = try requireUserPool()
            _ = try await asking { () throws(ServiceFault) in try await client.confirmDevice(request) }
            do throws(StoreError) {
                try devices.keep(device, of: typedUsername)
            } catch {
                throw .storeFailed(error)
            }
        }
    }

    private func verifier(of device: RememberedDevice) -> DeviceSecretVerifierConfigType {
        let salt = entropy.bytes(16)
        let exponent = device.identity.privateExponent(password: Secret(utf8: device.secret), salt: salt)
        let verifier = SRPVerifier(salt: salt, verifier: MontgomeryArithmetic.shared.powerOfTwo(exponent))
        return DeviceSecretVerifierConfigType(passwordVerifier: verifier.verifierBase64, salt: verifier.saltBase64)
    }
}
