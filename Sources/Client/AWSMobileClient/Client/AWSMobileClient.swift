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
