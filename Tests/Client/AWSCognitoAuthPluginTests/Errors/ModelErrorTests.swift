// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import CognitoShapes
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import AWSCognitoAuthPlugin

/// Every exception that the services' models declare, answered to every call that can meet it.
@Suite(.hangLimit) struct ModelErrorTests {
    /// The operations that apps may use and that no call of theirs makes.
    private static let uncalled: Set<String> = [
        "DeleteUserAttributes", "GetClientToken", "GetDerivedToken", "GetDevice", "GetOpenIdToken",
        "GetUserAuthFactors", "ListUserSessions", "RevokeUserSession", "SetUserSettings", "UnlinkIdentity",
        "UpdateAuthEventFeedback",
    ]

    /// The exceptions that apps get as `.unknown`: the service's own failure, and those that the API has no word for, which
    /// are the underlying errors then.
    private static let unknown: Set<String> = [
        "InternalErrorException", "FeatureUnavailableInTierException", "OperationNotEnabledException",
        "UnsupportedOperationException",
    ]

    @Test func `no operation is left out`() {
        let operations = Set(CognitoIdentityProviderOperations.table.keys).union(CognitoIdentityOperations.table.keys)
        #expect(Set(FailingCall.all.map(\.operation)).union(Self.uncalled) == operations)
    }

    @Test func `no exception is left out, and none is made up`() throws {
        let declared = try DeclaredExceptions.byOperation()
        let exceptions = Set(FailingCall.all.flatMap { declared[$0.operation] ?? [] })
        #expect(exceptions.subtracting(FaultTable.exceptions).isEmpty)
        #expect(FaultTable.exceptions.subtracting(exceptions).isEmpty)
        let others = Set(FaultTable.others.map { ServiceFault.Code(rawValue: $0) })
        #expect(others.isSubset(of: ServiceFault.Code.modelled))
    }

    @Test func `the listed exceptions become unknown errors, and no others`() throws {
        let declared = try DeclaredExceptions.byOperation()
        var unknown: Set<String> = []
        for call in FailingCall.all {
            let exceptions = try #require(declared[call.operation]).filter { call.ends[$0] == nil }
            unknown.formUnion(
                exceptions.filter { exception in
                    let fault = ServiceFault(ServiceFault.Code(rawValue: exception), "refused")
                    return AuthError(.service(fault), from: call.reading).name == "unknown"
                })
        }
        #expect(unknown == Self.unknown)
    }

    @Test(arguments: FailingCall.all)
    func `each exception reaches the app as its error`(call: FailingCall) async throws {
        let exceptions = try #require(try DeclaredExceptions.byOperation()[call.operation])
        #expect(!exceptions.isEmpty)
        let world = try await call.world()
        let app = try call.app(world)
        for exception in exceptions {
            try await call.prepare(app, world)
            app.network.forget()
            app.network.answer(.refusal(exception), to: call.operation)
            let error = await failure { try await call.make(app.plugin) }
            app.network.answer(nil, to: call.operation)
            #expect(app.network.operations.contains(call.operation))
            let outcome = error.map { "\($0.name) \($0.errorDescription) \($0.underlyingError, default: "alone")" }
            #expect(call.flaw(of: error, from: exception) == nil, "\(exception): \(outcome ?? "nothing")")
            #expect(error?.name != "unknown" || Self.unknown.contains(exception))
        }
    }
}
