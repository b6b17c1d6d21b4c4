// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseOutbound
import GatehouseServer
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Logging
import Testing

/// Functions of a user pool: a program of this machine that the server runs for each event.
struct PoolFunctions: TriggerCaller {
    private static let arn = "arn:aws:lambda:us-east-1:123456789012:function:all"

    private let folder: TemporaryFolder
    private let caller: RoutedTriggers

    init() throws {
        folder = try TemporaryFolder()
        let program = try #require(
            Bundle.module.url(forResource: "functions", withExtension: "py", subdirectory: "Functions"))
        let command = ["/usr/bin/env", "python3", program.path]
        var settings = TriggerSettings(functions: [Self.arn: .program(command, folder: folder.path)])
        // On a busy machine a program may take long to start.
        settings.limits.attempt = .seconds(300)
        settings.limits.total = .seconds(600)
        caller = RoutedTriggers(
            settings, clock: .system, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue { try await caller.call(call) }

    func call(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> WireValue {
        try await caller.call(call, within: limit)
    }

    func codeKey(_ id: String) -> RawAESKey? { nil }

    /// The Lambda configuration of a pool with these functions.
    var settings: LambdaConfigType {
        LambdaConfigType(
            preSignUp: Self.arn, postConfirmation: Self.arn, preAuthentication: Self.arn,
            postAuthentication: Self.arn, defineAuthChallenge: Self.arn, createAuthChallenge: Self.arn,
            verifyAuthChallengeResponse: Self.arn, userMigration: Self.arn)
    }

    /// The events so far, the first one first.
    func events() throws -> [WireValue] {
        guard FileManager.default.fileExists(atPath: folder.path("events")) else { return [] }
        return try String(contentsOfFile: folder.path("events"), encoding: .utf8).split(separator: "\n")
            .map { try WireValue(json: Array($0.utf8)) }
    }

    /// The names of the functions that were called, in order.
    func names() throws -> [String] {
        try events().compactMap { $0["triggerSource"]?.stringValue.map { String($0.prefix { $0 != "_" }) } }
    }

    /// The last request to a function.
    func request(_ source: String) throws -> WireValue? {
        try events().last { $0["triggerSource"]?.stringValue == source }?["request"]
    }
}

extension World {
    /// A world with Ada whose pool has functions.
    static func with(_ functions: PoolFunctions) async throws -> World {
        let gatehouse = try await TestGatehouse(triggers: functions)
        let service = gatehouse.installation.userPools.service(for: gatehouse.administration)
        let answer = try await service.createUserPool(
            CreateUserPoolRequest(
                poolName: "test", lambdaConfig: functions.settings, autoVerifiedAttributes: [.email]))
        let world = try await World(pool: answer.userPool?.id ?? "", on: gatehouse)
        try await world.makeAda()
        return world
    }
}
