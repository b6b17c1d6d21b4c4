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
