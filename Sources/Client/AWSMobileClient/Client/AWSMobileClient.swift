// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

// Unchecked, as its superclass: it adds no state.
/// Signs users up and in with a user pool, hosted pages or an identity provider, and obtains tokens and AWS credentials.
///
/// Every completion is called exactly once, and never on the main thread for its own sake: an app that shows something
/// goes there itself. The documentation of each call says when it ends before it returns.
final public class AWSMobileClient: _AWSMobileClient, @unchecked Sendable {
    private static let present = AWSMobileClient()

    /// Creates a client over a session of its own, for tests.
    package convenience init(testing session: MobileSession) {
        self.init(session: session)
    }

    /// The client of the process.
    public class func `default`() -> AWSMobileClient { present }

    /// The client of the process.
    @available(*, deprecated, renamed: "default")
    override public class func sharedInstance() -> AWSMobileClient { present }

    /// The calls for the devices of the signed-in user.
    public var deviceOperations: DeviceOperations { DeviceOperations(session) }
}

extension AWSMobileClient {
    /// Reads the configuration and the stored session, without a request and without a call of a listener.
    ///
    /// - Parameter completionHandler: receives the state, or the reason why a stored session cannot be used; it is called
    ///   before this call returns.
    public func initialize(_ completionHandler: @escaping (UserState?, (any Error)?) -> Void) {
        switch session.initialize() {
        case .success(let state):
            setUpServices()
            completionHandler(state, nil)
        case .failure(let error): completionHandler(nil, error)
        }
    }

    /// Lets other services of AWS use this client's credentials, unless the app has decided otherwise.
    private func setUpServices() {
        let values = session.loaded.configuration.values
        guard let region = values.identityPool?.region ?? values.defaultRegion else { return }
        AWSServiceManager.default().setUp(
            AWSServiceConfiguration(region: AWSRegionType(named: region), credentialsProvider: self))
    }
}

extension AWSMobileClient {
    /// The state; `unknown` before `initialize`.
    ///
    /// A value that the app sets is kept, and no listener is called.
    public var currentUserState: UserState {
        get { session.state }
        set { session.state = newValue }
    }

    /// Whether a user is signed in: also if the session can no longer be renewed, and never for a guest.
    public var isSignedIn: Bool { session.isSignedIn }

    /// The name of the user pool's user who is signed in; nil for guests and federated users.
    public var username: String? { session.username }

    /// The id of the user pool's user who is signed in; nil for guests and federated users.
    public var userSub: String? { session.userSub }

    /// Whether calls fail at once if a session that has to be renewed cannot be, because there is no connection.
    ///
    /// They wait for a connection by default.
    public var failsFastWhenOffline: Bool {
        get { session.failsFastWhenOffline }
        set { session.failsFastWhenOffline = newValue }
    }
}

extension AWSMobileClient {
    /// Calls a closure at each change of the state.
    ///
    /// - Parameters:
    ///   - object: the object by which `removeUserStateListener` finds the closure; the client keeps it until then.
    ///   - callback: receives the new state, and facts about the change.
    public func addUserStateListener(_ object: AnyObject, _ callback: @escaping UserStateChangeCallback) {
        session.addListener(object, callback)
    }

    /// Ends all calls of `addUserStateListener` with an object.
    public func removeUserStateListener(_ object: AnyObject) {
        session.removeListeners(of: object)
    }
}

/// The state of the client, as an app sees it.
public enum UserState: String, Sendable {
    /// A user is signed in.
    case signedIn
    /// No user is signed in, and no guest has an identity.
    case signedOut
    /// A federated user is signed in, but the identity pool refuses the provider's token.
    case signedOutFederatedTokensInvalid
    /// A user is signed in, but the user pool refuses to renew the tokens.
    case signedOutUserPoolsTokenInvalid
    /// No user is signed in; the identity pool has given this installation an identity.
    case guest
    /// The client was not initialised.
    case unknown
}

/// Receives a new state, and facts about the change such as the provider.
public typealias UserStateChangeCallback = (UserState, [String: String]) -> Void
