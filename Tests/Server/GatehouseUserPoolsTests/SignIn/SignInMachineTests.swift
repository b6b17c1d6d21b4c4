// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct SignInMachineTests {
    typealias Machine = SignInMachine

    static let events: [Machine.Event] = [
        .askedForSRP, .provedPassword(.confirmed), .provedPassword(.forceChangePassword), .choseNewPassword,
        .gaveSignUpCode, .claimedSignUp,
    ]

    static let steps: [String: Machine.Decision] = [
        "started/askedForSRP": .challenge(.passwordVerifier),
        "started/provedPassword CONFIRMED": .issueTokens,
        "started/provedPassword FORCE_CHANGE_PASSWORD": .challenge(.newPasswordRequired),
        "passwordVerifier/provedPassword CONFIRMED": .issueTokens,
        "passwordVerifier/provedPassword FORCE_CHANGE_PASSWORD": .challenge(.newPasswordRequired),
        "newPasswordRequired/choseNewPassword": .issueTokens,
        "signedUp/gaveSignUpCode": .keepOpen,
        "signUpConfirmed/claimedSignUp": .issueTokens,
    ]

    static func name(_ event: Machine.Event) -> String {
        switch event {
        case .askedForSRP: "askedForSRP"
        case .provedPassword(let status): "provedPassword \(status.rawValue)"
        case .choseNewPassword: "choseNewPassword"
        case .gaveSignUpCode: "gaveSignUpCode"
        case .claimedSignUp: "claimedSignUp"
        }
    }

    @Test(arguments: Machine.State.allCases, events)
    func `each pair of state and event is either a step or refused`(
        _ state: Machine.State, _ event: Machine.Event
    ) throws {
        var machine = Machine(state: state)
        if let decision = Self.steps["\(state.rawValue)/\(Self.name(event))"] {
            #expect(try machine.handle(event) == decision)
            #expect(machine.state != state)
        } else {
            #expect(throws: ServiceFault.invalidSession) { try machine.handle(event) }
            #expect(machine.state == state)
        }
    }
}
