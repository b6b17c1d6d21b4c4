// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Synchronization

/// An operation on the records of a model, for which the modes are chosen.
enum RemoteOperation: Sendable, Hashable {
    case sync
    /// The reading of one record. It has a mode of its own: the service may refuse a record to a caller who may sync.
    case record
    case mutation(GraphQLMutationType)
    case subscription(GraphQLSubscriptionType)

    /// The operations of rules, one of which must allow it.
    ///
    /// The name of a subscription has a write operation, and its events are read.
    var operations: [ModelOperation] {
        switch self {
        case .sync, .record: [.read]
        case .mutation(.create): [.create]
        case .mutation(.update): [.update]
        case .mutation(.delete): [.delete]
        case .subscription(.onCreate): [.read, .create]
        case .subscription(.onUpdate): [.read, .update]
        case .subscription(.onDelete): [.read, .delete]
        }
    }
}

/// The modes that an operation tries, in their order, for one user.
struct ModeList: Sendable, Equatable {
    /// The user.
    let caller: Caller
    /// The modes; none if no rule of the model allows the operation.
    let modes: [AmplifyAuthorizationType]

    /// The list with the mode first that has worked before, if the list has it.
    func beginning(with former: AmplifyAuthorizationType?) -> ModeList {
        guard let former, modes.contains(former) else { return self }
        return ModeList(caller: caller, modes: [former] + modes.filter { $0 != former })
    }

    /// The list without some modes.
    func without(_ excluded: [AmplifyAuthorizationType]) -> ModeList {
        ModeList(caller: caller, modes: modes.filter { !excluded.contains($0) })
    }

    /// The failure of an operation for which each mode has failed.
    ///
    /// - Parameter failures: the failures of the attempts; none if there was no mode to try.
    /// - Returns: `.signedOut` if another sign-in may change the result, else `.unauthorized`.
    func failure(after failures: [AttemptFailure]) -> RemoteFailure {
        var isSignedOut = failures.isEmpty && !caller.isSignedIn
        var last: any Error = caller.isSignedIn ? Self.noRule : Self.noRuleWithoutUser
        for failure in failures {
            switch failure {
            case .withoutIdentity(let error, isSignedOut: let saysSignedOut):
                isSignedOut = isSignedOut || saysSignedOut || !caller.isSignedIn
                last = error
            case .notConfigured(let error), .refusedCaller(let error): last = error
            case .final(let failure): return failure
            }
        }
        return isSignedOut ? .signedOut(last) : .unauthorized(last)
    }

    private static let noRule = DataStoreError.sync(
        "No rule of the model allows the operation", "Check the rules of the model")

    private static let noRuleWithoutUser = DataStoreError.sync(
        "No rule of the model allows the operation without a sign-in", "Let a user sign in")
}

/// The modes that have worked, by model and operation, until the user changes.
final class ModeMemory: Sendable {
    private struct Key: Hashable {
        let model: ModelName
        let operation: RemoteOperation
    }

    private struct State {
        var caller: Caller?
        var worked: [Key: AmplifyAuthorizationType] = [:]
    }

    private let state = Mutex(State())

    /// The mode that has worked for the user; nil if none has.
    func mode(_ operation: RemoteOperation, _ model: ModelName, for caller: Caller) -> AmplifyAuthorizationType? {
        state.withLock { state in
            if state.caller != caller { state = State(caller: caller) }
            return state.worked[Key(model: model, operation: operation)]
        }
    }

    /// Notes that a mode has worked.
    func note(_ mode: SyncMode, _ operation: RemoteOperation, _ model: ModelName) {
        state.withLock { state in
            if state.caller != mode.caller { state = State(caller: mode.caller) }
            state.worked[Key(model: model, operation: operation)] = mode.choice
        }
    }

    /// Forgets the mode of an operation, which works no longer.
    func forget(_ operation: RemoteOperation, _ model: ModelName) {
        state.withLock { $0.worked[Key(model: model, operation: operation)] = nil }
    }

    /// Forgets all modes.
    func forgetAll() {
        state.withLock { $0 = State() }
    }
}
