// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseSignIn

@Suite struct SignInMachineTests {
    /// An event with its label in the diagram.
    struct Happening: Sendable, CustomTestStringConvertible {
        let event: SignInMachine.Event
        let label: String
        /// The remaining step after a first factor, by its name in the diagram.
        var rest: String?

        var testDescription: String { rest.map { "\(label) \($0)" } ?? label }
    }

    static let rests: [(RemainingSteps, String)] = [
        (
            RemainingSteps(needsNewPassword: true, device: .insteadOfSecondFactor, secondFactor: .challenge(.sms)),
            "[new password]"
        ),
        (RemainingSteps(device: .insteadOfSecondFactor, secondFactor: .challenge(.sms)), "[device]"),
        (RemainingSteps(device: .insteadOfSecondFactor), "[device]"),
        (RemainingSteps(device: .last), "[device]"),
        (RemainingSteps(device: .last, secondFactor: .challenge(.sms)), "[SMS_MFA]"),
        (RemainingSteps(device: .last, secondFactor: .setUp([.softwareToken])), "[none yet]"),
        (RemainingSteps(secondFactor: .challenge(.sms)), "[SMS_MFA]"),
        (RemainingSteps(secondFactor: .challenge(.email)), "[EMAIL_OTP]"),
        (RemainingSteps(secondFactor: .challenge(.softwareToken)), "[SOFTWARE_TOKEN_MFA]"),
        (RemainingSteps(secondFactor: .select([.sms, .softwareToken])), "[several]"),
        (RemainingSteps(secondFactor: .setUp([.softwareToken])), "[none yet]"),
        (RemainingSteps(), "[nothing]"),
    ]

    static let happenings: [Happening] =
        [
            Happening(event: .offeredChoice, label: "offeredChoice"),
            Happening(event: .definedChallenge, label: "definedChallenge"),
            Happening(event: .askedForSRP, label: "askedForSRP"),
            Happening(event: .provedSecondFactor(needsDevice: false), label: "provedSecondFactor"),
            Happening(event: .provedSecondFactor(needsDevice: true), label: "provedSecondFactor [device]"),
            Happening(event: .setUpSoftwareToken, label: "setUpSoftwareToken"),
            Happening(event: .gaveAddress, label: "gaveAddress"),
            Happening(event: .namedDevice, label: "namedDevice"),
            Happening(event: .provedDevice, label: "provedDevice"),
            Happening(event: .gaveSignUpCode, label: "gaveSignUpCode"),
        ]
        + SecondFactor.allCases.map {
            Happening(event: .presentedToken([$0]), label: "presentedToken [\($0.rawValue)]")
        }
        + [
            Happening(event: .presentedToken([.sms, .softwareToken]), label: "presentedToken [several]"),
            // A user who lacks no factor gets no tokens.
            Happening(event: .presentedToken([]), label: "presentedToken"),
        ]
        + FirstFactor.allCases.map { Happening(event: .chose($0), label: "chose [\($0.rawValue)]") }
        + SecondFactor.allCases.map {
            Happening(event: .choseSecondFactor($0), label: "choseSecondFactor [\($0.rawValue)]")
        }
        + rests.flatMap { rest, name in
            [
                Happening(event: .provedFirstFactor(rest), label: "provedFirstFactor", rest: name),
                Happening(event: .claimedSignUp(rest), label: "claimedSignUp", rest: name),
            ]
        }
        // A user who has just chosen a password need not choose another one.
        + rests.dropFirst().map { rest, name in
            Happening(event: .choseNewPassword(rest), label: "choseNewPassword", rest: name)
        }

    /// The diagram's arrows: from a state, under a label, to a state.
    static func arrows() throws -> [String: String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Sources/Server/UserPools/GatehouseSignIn/SignInMachine.mermaid")
        var arrows: [String: String] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            guard let match = line.wholeMatch(of: #/ *(\w+) --> (\w+): (.+)/#) else { continue }
            arrows["\(match.1) \(match.3)"] = String(match.2)
        }
        return arrows
    }

    @Test(arguments: SignInMachine.State.allCases, happenings)
    func `each pair of state and event is an arrow of the diagram or refused`(
        _ state: SignInMachine.State, _ happening: Happening
    ) throws {
        let arrows = try Self.arrows()
        var machine = SignInMachine(state: state)
        let direct = arrows["\(state.rawValue) \(happening.label)"]
        let target = direct == "left" ? arrows["left \(happening.rest ?? "")"] : direct
        guard let target else {
            #expect(throws: ServiceFault.invalidSession) { try machine.handle(happening.event) }
            #expect(machine.state == state)
            return
        }
        let decision = try machine.handle(happening.event)
        #expect(machine.state.rawValue == target)
        switch target {
        case "finished": #expect(decision == .issueTokens)
        case "softwareTokenSetUp", "signUpConfirmed": #expect(decision == .suspend)
        default: #expect(decision == .challenge)
        }
    }

    @Test func `the diagram shows every state and no other`() throws {
        let arrows = try Self.arrows()
        let shown = Set(arrows.flatMap { [String($0.key.prefix { $0 != " " }), $0.value] }).subtracting(["left"])
        #expect(shown == Set(SignInMachine.State.allCases.map(\.rawValue)))
    }

    @Test func `a first factor gives no tokens while a step is left`() throws {
        for (rest, _) in Self.rests where rest != RemainingSteps() {
            for state in SignInMachine.State.allCases {
                var machine = SignInMachine(state: state)
                #expect((try? machine.handle(.provedFirstFactor(rest))) != .issueTokens)
            }
        }
    }
}
