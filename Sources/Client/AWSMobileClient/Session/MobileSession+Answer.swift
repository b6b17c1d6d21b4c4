// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession
import Synchronization

extension MobileSession {
    /// Runs a call of the app, and calls its completion once.
    ///
    /// - Parameters:
    ///   - service: the service of the faults that the call passes on.
    ///   - completion: called on this thread before the method returns if the call is refused, else later on a thread of
    ///     the client's choosing.
    ///   - signsIn: whether credentials are fetched when the call has signed a user in.
    ///   - refuse: throws the reason for which the call is refused at once.
    ///   - call: the call.
    func answer<Value: Sendable>(
        from service: FaultingService = .userPool,
        _ completion: @escaping (Value?, (any Error)?) -> Void,
        signsIn: Bool = false,
        unless refuse: () throws -> Void,
        _ call: @escaping @Sendable (MobileSession) async throws -> Value
    ) {
        let moment = CallMoment.now()
        do {
            try moment.asPresent(refuse)
        } catch {
            return completion(nil, appError(error, of: service))
        }
        run(call, at: moment, service, signsIn: signsIn) { result in
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
        at moment: CallMoment,
        _ service: FaultingService,
        signsIn: Bool,
        _ completion: @escaping (Result<Value, any Error>) -> Void
    ) {
        let completion = AppOwned(completion)
        moment.asPresent {
            // Unstructured on purpose: the app's call has returned already.
            _ = Task { [self] in
                let result: Result<Value, any Error>
                do {
                    result = .success(try await call(self))
                } catch {
                    result = .failure(appError(self.endedBySignOut(error), of: service))
                }
                AppCallbacks.start { [self] in
                    completion.value(result)
                    if signsIn, case .success = result, state == .signedIn { fetchCredentialsInBackground() }
                }
            }
        }
    }

    /// The error of the present call, or `unableToSignIn` where the engine has ended the call because of a sign-out.
    private func endedBySignOut(_ error: any Error) -> any Error {
        guard case .invalidState? = error as? SessionError, isSignedOutMeanwhile else { return error }
        return AWSMobileClientError.signedOutMeanwhile
    }
}

extension MobileSession {
    /// Refuses calls of a user pool where none is configured.
    func requireUserPool() throws {
        _ = try loaded.configuration.userPool.get()
    }

    /// Refuses calls of an identity pool before the start, and where none is configured.
    func requireIdentityPool() throws {
        _ = try loaded.configuration.identityPool.get()
        guard isInitialized else { throw AWSMobileClientError.notInitialized }
    }

    /// Refuses calls in the name of a user where no session has an access token, or where it cannot be read now.
    func requireUserSession() throws {
        guard isInitialized, let record = try loaded.engine?.presentRecord(), record.hasAccessToken else {
            noticeSignOutElsewhere()
            throw AWSMobileClientError.nobodySignedIn
        }
    }

    /// Shows that another client of the same store has signed the user out.
    func noticeSignOutElsewhere() {
        guard environment.isStoreShared, let engine = loaded.engine,
            case .success(let record) = Result(catching: { try engine.presentRecord() }), record?.isOfUser != true
        else { return }
        let notification = common.withLock { common in
            common.session.userState.isOfUser ? common.take(.signedOut) : nil
        }
        if let notification { AppCallbacks.start { notification.tell() } }
    }

    /// Refuses a sign-in with the user pool while a user is signed in, and where no user pool is configured.
    func requireSignInAllowed() throws {
        try requireNobodySignedIn()
        try requireUserPool()
    }

    /// Refuses a sign-in of any kind while a user is signed in.
    func requireNobodySignedIn() throws {
        guard state == .signedIn else { return }
        noticeSignOutElsewhere()
        if state == .signedIn { throw AWSMobileClientError.signedInAlready }
    }
}

extension UserState {
    /// Whether there is the session of a user, which may have to be renewed.
    fileprivate var isOfUser: Bool {
        switch self {
        case .signedIn, .signedOutUserPoolsTokenInvalid, .signedOutFederatedTokensInvalid: true
        case .guest, .signedOut, .unknown: false
        }
    }
}

/// The error of a call as apps receive it.
private func appError(_ error: any Error, of service: FaultingService) -> any Error {
    (error as? SessionError).map { appError($0, of: service) } ?? error
}
