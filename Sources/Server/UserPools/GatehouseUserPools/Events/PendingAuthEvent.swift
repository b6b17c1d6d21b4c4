// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel

/// An event whose outcome the transaction decides that acts on the call.
///
/// Only what somebody could try a few times is recorded: a call that a lock or a limit refuses unseen is no event, so
/// that nobody can fill the disk.
struct PendingAuthEvent: Sendable {
    fileprivate let id: String
    fileprivate let type: EventType
    fileprivate let user: UserRecord
    fileprivate let origin: CallOrigin
    /// What the user had to prove.
    fileprivate let challenge: ChallengeName?
    fileprivate let date: Date

    /// Writes the event down.
    func save(_ response: EventResponseType, in store: any UserPoolWriting) throws {
        try store.insert(
            AuthEventRecord(
                poolID: user.poolID, sub: user.sub,
                description: AuthEventType(
                    eventId: id, eventType: type, creationDate: date, eventResponse: response,
                    eventRisk: EventRiskType(riskDecision: .noRisk, compromisedCredentialsDetected: false),
                    challengeResponses: challenge.map { name in
                        [
                            ChallengeResponseType(
                                challengeName: name, challengeResponse: response == .fail ? .failure : .success)
                        ]
                    },
                    eventContextData: EventContextDataType(ipAddress: origin.address, deviceName: origin.device))))
    }
}

extension UserPoolWriting {
    /// Notes how a sign-in ended that is on record; nothing happens where its event is not kept.
    func concludeEvent(_ id: String, _ response: EventResponseType, of user: UserRecord) throws {
        guard var event = try authEvent(id, ofUser: user.sub, inPool: user.poolID) else { return }
        event.description.eventResponse = response
        try update(event)
    }
}

extension UserPools {
    /// An event to be written when the call's outcome is known; `nil` where the pool keeps none, or for nobody.
    ///
    /// Its id is the `event_id` of the tokens that a sign-in may end in, or drawn when there is none.
    func event(
        _ type: EventType, of user: UserRecord?, in pool: UserPoolRecord, from origin: CallOrigin,
        by challenge: ChallengeName? = nil, id: String? = nil
    ) -> PendingAuthEvent? {
        guard pool.keepsAuthEvents, let user else { return nil }
        return PendingAuthEvent(
            id: id ?? newID(), type: type, user: user, origin: origin, challenge: challenge, date: clock.now)
    }
}

extension UserPoolRecord {
    /// Whether events are recorded: the pool's threat protection watches, or acts.
    var keepsAuthEvents: Bool {
        switch description.userPoolAddOns?.advancedSecurityMode {
        case .some(.audit), .some(.enforced): true
        default: false
        }
    }
}
