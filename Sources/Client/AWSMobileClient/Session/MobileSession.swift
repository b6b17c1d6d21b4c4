// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession
import Synchronization

/// The session behind the client class: its state, its listeners and the calls that wait.
///
/// The engine holds the session itself; this type adds the further parts of the older API. No closure of the app runs
/// while a lock is held.
package final class MobileSession: Sendable {
    /// What changes together when the session changes.
    struct Common: Sendable {
        var session = SessionState()
        var listeners = Listeners()
        /// The number of the last change for listeners, and the last one of which they were notified.
        var changes = 0
        let heard = HeardChanges()
        /// Whether the log says that the session is not in the store.
        var isStoreTroubleLogged = false
        /// The wait that calls join; nil while none waits.
        var wait: SignInWait?
        /// The moments of the last completed sign-in and of the last release: both end waits, and in the engine no call
        /// waits for a sign-in.
        var lastSignIn = CallMoment.never
        var lastRelease = CallMoment.never
        /// The sign-in that is under way or waits for an answer.
        var signIn: PresentSignIn?
    }

    let environment: MobileEnvironment
    let common = Mutex(Common())
    private let setup = Mutex<MobileSetup?>(nil)
    private let failsFast = Mutex(false)
    /// The pages that wait for a redirect.
    let pages: OpenPages

    /// The session of the process.
    package static let shared = MobileSession(.process)

    /// Creates a session; nothing is read or sent before the first call.
    package init(_ environment: MobileEnvironment) {
        self.environment = environment
        pages = OpenPages(environment.presenter)
    }

    /// Configuration and engine, loaded by the first call that needs them.
    var loaded: MobileSetup {
        setup.withLock { setup in
            if let setup { return setup }
            let loaded = MobileSetup(environment, pages)
            setup = loaded
            return loaded
        }
    }

    /// The engine.
    ///
    /// There is one without pools and pages too.
    ///
    /// - Throws: `userPoolNotConfigured` if none can be made of the configuration; no such configuration is known.
    var engine: SessionEngine {
        get throws {
            guard let engine = loaded.engine else { throw AWSMobileClientError.noUserPool }
            return engine
        }
    }

    /// Whether calls that need the network fail where they would wait for it.
    package var failsFastWhenOffline: Bool {
        get { failsFast.withLock(\.self) }
        set { failsFast.withLock { $0 = newValue } }
    }
}

// MARK: - What the app reads

extension MobileSession {
    /// The state that the app sees; `unknown` before `initialize`.
    ///
    /// A value that the app sets is kept, and no listener is called.
    package var state: UserState {
        get { common.withLock(\.session.userState) }
        set { common.withLock { $0.session.set(newValue) } }
    }

    /// Whether `initialize` has read the stored session.
    var isInitialized: Bool { common.withLock(\.session.isInitialized) }

    /// The stored session; nil if there is none, or none that can be read now.
    var record: SessionRecord? { (try? loaded.engine?.record()) ?? nil }

    /// Whether a session of a user is stored, also one that cannot be renewed now.
    package var isSignedIn: Bool { isInitialized && record?.isOfUser == true }

    /// The user's name in the user pool, also of a session of its pages without an ID token.
    ///
    /// It is nil for guests, for federated users, after a sign-in on another provider's pages, and without a session.
    package var username: String? {
        guard let record else { return nil }
        return record.user?.tokens.user?.username ?? tokensOfUserPool(in: record)?.username
    }

    /// The user's id in the user pool; nil where `username` is.
    package var userSub: String? {
        guard let record else { return nil }
        return record.user?.tokens.user?.userID ?? tokensOfUserPool(in: record)?.userID
    }

    /// The tokens of a session of the user pool's pages that lacks one of the three.
    private func tokensOfUserPool(in record: SessionRecord) -> ProviderTokens? {
        loaded.hasPagesOfUserPool ? record.login?.pages : nil
    }

    /// The stored id of the identity in the identity pool; nil if none was fetched yet.
    ///
    /// No request is sent.
    package var identityID: String? { record?.identity?.identityID }
}

extension SessionRecord {
    /// Whether it is a user's, not a guest's.
    var isOfUser: Bool {
        switch self {
        case .guest: false
        case .userPool, .federated, .userAndIdentityPool: true
        }
    }

    /// Whether it has an access token, for calls in the user's name.
    var hasAccessToken: Bool {
        switch self {
        case .guest: false
        case .userPool, .userAndIdentityPool: true
        case .federated(let login, _): login.pages != nil
        }
    }
}

// MARK: - Listeners and changes of the state

extension MobileSession {
    /// Calls a closure at each change of the state.
    ///
    /// Listeners are notified of a change one after another, in the order of their registration, until a later change
    /// overtakes it. Two changes may call a listener on two threads at once.
    ///
    /// - Parameters:
    ///   - object: the object by which `removeListeners` finds the closure; it is kept until then.
    ///   - callback: receives the new state, and facts about the change.
    package func addListener(_ object: AnyObject, _ callback: @escaping UserStateChangeCallback) {
        let listeners = Listeners().adding(object, callback)
        common.withLock { $0.listeners.append(listeners) }
    }

    /// Removes all listeners that were added with an object.
    ///
    /// A change that is being delivered may still call them.
    package func removeListeners(of object: AnyObject) {
        let identity = ObjectIdentifier(object)
        // The former listeners end outside the lock: they may be the last to hold an object of the app.
        _ = common.withLock { common in
            let former = common.listeners
            common.listeners = former.removing(identity)
            return former
        }
    }

    /// The notification of listeners about a change.
    struct Notification: Sendable {
        let state: UserState
        let information: [String: String]
        let listeners: Listeners
        let number: Int
        let heard: HeardChanges

        /// Tells the listeners, on a thread on which they may block, and waits for them.
        func deliver() async {
            await AppCallbacks.run { tell() }
        }

        /// Calls the listeners on the present thread, unless they were notified of a later change, such as a sign-out.
        func tell() {
            guard heard.begin(number) else { return }
            listeners.hear(state, information) { heard.isLast(number) }
        }
    }

    /// Changes what calls share, unless a sign-out has overtaken the present call.
    ///
    /// A sign-out changes the state after the engine has noted it. So a change that the note does not prevent comes before
    /// the sign-out's.
    ///
    /// - Throws: `unableToSignIn` after a sign-out, and the error of the change.
    func change<Value: Sendable>(
        _ change: (inout Common) throws(AWSMobileClientError) -> Value
    ) throws(AWSMobileClientError) -> Value {
        let (engine, call) = (loaded.engine, CallMoment.present)
        return try common.withLock { common throws(AWSMobileClientError) in
            if engine?.isOvertaken(call) == true { throw .signedOutMeanwhile }
            return try change(&common)
        }
    }

    /// Shows that a user is signed in: the state first, then the listeners, then the calls that wait.
    ///
    /// - Parameter information: the facts for the listeners.
    /// - Throws: `unableToSignIn` if the app has signed out since the call was made.
    func completeSignIn(_ information: [String: String]) async throws {
        let (notification, wait) = try change { common in
            common.lastSignIn = .now()
            defer { common.wait = nil }
            return (common.take(.signedIn(information)), common.wait)
        }
        environment.dropHandedTokens()
        await notification?.deliver()
        wait?.end(.signedIn)
    }

    /// Logs once that the present session is not in the store.
    func logStoreTrouble() {
        let isTroubled = loaded.engine?.isSessionStored == false
        let isNew = common.withLock { common in
            defer { common.isStoreTroubleLogged = isTroubled }
            return isTroubled && !common.isStoreTroubleLogged
        }
        guard isNew else { return }
        ClientLog.write(
            """
            The store of the session cannot be written. A sign-out counts in this process only, and renewed tokens are lost \
            at its end. Make room for the store, or let this user write to it.
            """)
    }

    /// Fetches credentials after a sign-in; nothing waits for them, and a failure changes nothing.
    func fetchCredentialsInBackground() {
        guard let engine = loaded.engine, engine.configuration.identityPool != nil else { return }
        // Unstructured on purpose: the sign-in has succeeded already, whatever becomes of the credentials.
        Task { _ = try? await engine.freshCredentials(validFor: Self.credentialMargin) }
    }
}

extension MobileSession.Common {
    /// Takes an event.
    mutating func take(_ event: SessionState.Event) -> MobileSession.Notification? {
        session.take(event).map {
            changes += 1
            return MobileSession.Notification(
                state: session.userState, information: $0, listeners: listeners, number: changes, heard: heard)
        }
    }
}
