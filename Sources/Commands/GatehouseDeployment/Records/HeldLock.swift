// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseClient
import GatehouseWire
import ProjectShapes
import Synchronization

/// The lock of an environment, which one deployment holds at a time; it is renewed while this value lives.
final class HeldLock: Sendable {
    /// The server's lock lasts ten minutes: three renewals fit in.
    private static let renewalInterval = Duration.seconds(180)
    /// After so long without a renewal, for example because the machine slept, the lock may soon be another's.
    private static let longestSilence = Duration.seconds(360)

    /// The proof of the lock.
    let token: String
    private let place: Place
    private let clock: ClientClock
    /// The uptime before the request that took or renewed the lock last.
    private let renewedAt: Mutex<Duration>
    private let loss = Mutex<DeploymentFault?>(nil)
    private let renewal = Mutex<Task<Void, Never>?>(nil)

    private struct Place: Sendable {
        let service: any ProjectRecordsService
        let appID: String
        let environment: String

        func renew(_ token: String) async throws(ServiceFault) {
            _ = try await service.renewLock(
                RenewLockRequest(appId: appID, environmentName: environment, lockToken: token))
        }
    }

    private init(token: String, place: Place, clock: ClientClock, takenAt time: Duration) {
        self.token = token
        self.place = place
        self.clock = clock
        renewedAt = Mutex(time)
    }

    deinit {
        endRenewal()
    }

    private func endRenewal() {
        let task = renewal.withLock { $0 }
        task?.cancel()
    }

    /// Takes the lock, or continues with the lock that a killed push of this folder held.
    ///
    /// - Parameters:
    ///   - records: the records of the server.
    ///   - environment: the name of the environment.
    ///   - appID: the id of the project's record.
    ///   - holder: who holds the lock, for others: the user and the machine.
    ///   - kept: the token that this folder kept; `nil` without one.
    ///   - request: what the folder calls the lock by; with it, a lock is taken over whose token did not arrive.
    ///   - clock: measures the time between renewals.
    /// - Returns: the lock.
    /// - Throws: `DeploymentFault`; of the kind `.locked` if another deployment holds the environment.
    static func take(
        _ records: ProjectRecords, _ environment: String, of appID: String, holder: String, kept: String?,
        request: String? = nil, clock: ClientClock
    ) async throws(DeploymentFault) -> HeldLock {
        let place = Place(service: records.service, appID: appID, environment: environment)
        let time = clock.uptime()
        if let kept, try await isHeld(kept, place) { return begin(kept, place, clock, takenAt: time) }
        do throws(ServiceFault) {
            let answer = try await place.service.lockEnvironment(
                LockEnvironmentRequest(
                    appId: appID, environmentName: environment, holder: holder, clientToken: request))
            guard let token = answer.lockToken else { throw ServiceFault.garbled("The answer has no token.") }
            return begin(token, place, clock, takenAt: time)
        } catch {
            throw records.fault(error, doing: "lock the environment \(environment)", appID: appID)
        }
    }

    /// Whether a kept token still holds the lock.
    private static func isHeld(_ token: String, _ place: Place) async throws(DeploymentFault) -> Bool {
        do throws(ServiceFault) {
            try await place.renew(token)
            return true
        } catch {
            guard error.origin == .service else { throw DeploymentFault(error, doing: "renew the lock") }
            // Another lock came after it, it has expired, or the environment is another one.
            guard [.lockLost, .validation, .resourceNotFound].contains(error.code) else {
                throw DeploymentFault(error, doing: "renew the lock")
            }
            return false
        }
    }

    private static func begin(
        _ token: String, _ place: Place, _ clock: ClientClock, takenAt time: Duration
    ) -> HeldLock {
        let lock = HeldLock(token: token, place: place, clock: clock, takenAt: time)
        let renewal = Task { [weak lock] in
            while !Task.isCancelled {
                do {
                    try await clock.sleep(Self.renewalInterval)
                } catch {
                    return
                }
                guard let lock else { return }
                // A request without an answer decides nothing: the next step finds out.
                _ = await lock.renew()
            }
        }
        lock.renewal.withLock { $0 = renewal }
        return lock
    }

    /// Renews the lock; returns the fault if it was not renewed.
    private func renew() async -> DeploymentFault? {
        let time = clock.uptime()
        do throws(ServiceFault) {
            try await place.renew(token)
            renewedAt.withLock { $0 = max($0, time) }
            return nil
        } catch {
            let fault = DeploymentFault(error, doing: "renew the lock")
            let isLost = error.origin == .service && [.lockLost, .resourceNotFound].contains(error.code)
            if isLost { loss.withLock { $0 = $0 ?? fault } }
            return fault
        }
    }

    /// Refuses to go on after the lock was lost, or if the server does not say whether it was.
    ///
    /// - Throws: `DeploymentFault` with the reason.
    func requireHeld() async throws(DeploymentFault) {
        if let fault = loss.withLock({ $0 }) { throw fault }
        guard clock.uptime() - renewedAt.withLock({ $0 }) > Self.longestSilence else { return }
        if let fault = await renew() { throw fault }
    }

    /// Ends the lock, also in a task that is cancelled.
    ///
    /// - Returns: whether the server knows; else the lock ends by itself.
    func release() async -> Bool {
        endRenewal()
        let (place, token) = (place, token)
        let work = Task.detached { () async -> Bool in
            do throws(ServiceFault) {
                try await place.service.unlockEnvironment(
                    UnlockEnvironmentRequest(
                        appId: place.appID, environmentName: place.environment, lockToken: token))
                return true
            } catch {
                // The environment is deleted. Any other refusal leaves the lock, which the token takes over later.
                return error.origin == .service && error.code == .resourceNotFound
            }
        }
        return await work.value
    }
}
