// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession
import Synchronization

extension MobileSession {
    /// Runs a call of the app, and calls its completion once.
    ///
    /// - Parameters:
    ///   - service: the service whose faults the call passes on.
    ///   - completion: called on this thread before the method returns if the call is refused, else later on a thread of
    ///     the client's choosing.
    ///   - refuse: throws the reason for which the call is refused at once.
    ///   - call: the call.
    func answer<Value: Sendable>(
        from service: FaultingService = .userPool,
        _ completion: @escaping (Value?, (any Error)?) -> Void,
        unless refuse: () throws -> Void,
        _ call: @escaping @Sendable (MobileSession) async throws -> Value
    ) {
        do {
            try refuse()
        } catch {
            return completion(nil, appError(error, of: service))
        }
        run(call, service) { result in
            switch result {
            case .success(let value): completion(value, nil)
            case .failure(let error): completion(nil, error)
            }
        }
    }

    /// As above, for a call without a value.
    func answer(
        _ completion: @escaping ((any Error)?) -> Void,
        unless refuse: () throws -> Void,
        _ call: @escaping @Sendable (MobileSession) async throws -> Void
    ) {
        answer({ (_: Void?, error) in completion(error) }, unless: refuse, call)
    }

    private func run<Value: Sendable>(
        _ call: @escaping @Sendable (MobileSession) async throws -> Value,
        _ service: FaultingService,
        _ completion: @escaping (Result<Value, any Error>) -> Void
    ) {
        let completion = AppOwned(completion)
        let start = { @Sendable [self] () -> Void in
            // Read after the engine's moment: a sign-out that is not counted here ends the call in the engine as well.
            let marks = common.withLock(\.marks)
            CallMarks.$ofPresentCall.withValue(marks) {
                // Unstructured on purpose: the app's call has returned already.
                Task { [self] in
                    let result: Result<Value, any Error>
                    do {
                        result = .success(try await call(self))
                    } catch {
                        result = .failure(appError(self.endedBySignOut(error, since: marks), of: service))
                    }
                    AppCallbacks.start { completion.value(result) }
                }
            }
        }
        if let engine = loaded.engine { engine.beginCalls(start) } else { start() }
    }

    /// The error of a call, or `unableToSignIn` where the engine has ended the call because of a sign-out.
    private func endedBySignOut(_ error: any Error, since marks: CallMarks) -> any Error {
        guard case .invalidState? = error as? SessionError, common.withLock(\.marks.signOuts) != marks.signOuts else {
            return error
        }
        return AWSMobileClientError.signedOutMeanwhile
    }
}

extension MobileSession {
    /// Refuses calls of a user pool where none is configured.
    func requireUserPool() throws {
        guard loaded.engine?.configuration.userPool != nil else { throw AWSMobileClientError.noUserPool }
    }

    /// Refuses calls of an identity pool before the start, and where none is configured.
    func requireIdentityPool() throws {
        guard isInitialized, loaded.engine?.configuration.identityPool != nil else {
            throw AWSMobileClientError.noIdentityPool
        }
    }

    /// Refuses calls in the name of a user where no session has an access token.
    func requireUserSession() throws {
        guard isInitialized, record?.hasAccessToken == true else { throw AWSMobileClientError.nobodySignedIn }
    }

    /// Refuses a sign-in with the user pool while a user is signed in, and where no user pool is configured.
    func requireSignInAllowed() throws {
        try requireNobodySignedIn()
        try requireUserPool()
    }

    /// Refuses a sign-in of any kind while a user is signed in.
    func requireNobodySignedIn() throws {
        if state == .signedIn { throw AWSMobileClientError.signedInAlready }
    }
}

/// The error of a call as apps receive it.
private func appError(_ error: any Error, of service: FaultingService) -> any Error {
    (error as? SessionError).map { appError($0, of: service) } ?? error
}
