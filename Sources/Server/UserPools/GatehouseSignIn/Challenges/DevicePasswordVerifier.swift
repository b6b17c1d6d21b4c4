// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// DEVICE_PASSWORD_VERIFIER: the device proves its secret over SRP-6a.
extension UserPoolsService {
    /// Checks the answer and completes the sign-in.
    ///
    /// The secret block contains the sign-in, so that apps may omit the session string. The block is sealed only after
    /// the first factor was proved.
    func answerDevicePasswordVerifier(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (answer, block, signIn) = try await resumeHandshake(
            answering: request, in: .devicePasswordVerifier, context: data)
        try checkCaller(of: signIn, username: answer.username, secretHash: answer.secretHash)
        try signIn.checkUser(at: pools.clock.now)
        let device = try signIn.challengedDevice
        return try await pools.computation.pool.staying { () async throws(ServiceFault) in
            guard try await verify(answer, block: block, device: device) else {
                try await pools.judge.refuse(signIn, proof: .secondFactor(nil), once: true)
            }
            return try await pools.steps.take(
                SignInStep(
                    signIn: signIn, event: .provedDevice, user: signIn.user, proof: .secondFactor(nil),
                    effect: .requireDevice(key: device.key)))
        }
    }

    private func verify(
        _ answer: SRPAnswer, block: SecretBlock, device: DeviceRecord
    ) async throws(ServiceFault) -> Bool {
        let verifier = try pools.deviceVerifiers.open(device)
        let (identity, arithmetic) = (pools.deviceKeys.identity(of: device), pools.arithmetic)
        return try await pools.computation.run {
            try answer.proves(verifier, of: identity, in: block, arithmetic: arithmetic)
        }
    }
}

extension UserPoolReading {
    /// Refuses the proof of a device that was forgotten in the meantime.
    func requireRemembered(_ key: String, of user: UserRecord) throws {
        guard try device(key, of: user)?.isRemembered == true else { throw StepRefusal(.noSuchDevice) }
    }
}
