// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
import Synchronization

// Unchecked, because the class derives from NSObject: its properties are constants, and the provider is an object of the
// app or the client itself, which threads may share.
/// The region and the credentials with which other services of AWS are called.
open class AWSServiceConfiguration: NSObject, @unchecked Sendable {
    /// The region.
    public let regionType: AWSRegionType
    /// The source of credentials; nil for requests without a signature.
    public let credentialsProvider: (any AWSCredentialsProvider)?

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Creates a configuration.
    ///
    /// Apps write `configuration` and `configuration!`, and both compile.
    ///
    /// - Parameters:
    ///   - regionType: the region.
    ///   - credentialsProvider: the source of credentials, such as `AWSMobileClient.default()`.
    public init!(region regionType: AWSRegionType, credentialsProvider: (any AWSCredentialsProvider)?) {
        self.regionType = regionType
        self.credentialsProvider = credentialsProvider
    }
}

// Unchecked, because the class derives from NSObject: its state is behind a lock.
/// Holds the configuration with which other services of AWS are called by default.
open class AWSServiceManager: NSObject, @unchecked Sendable {
    private static let present = AWSServiceManager()
    private let configuration = Mutex<AWSServiceConfiguration?>(nil)

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The manager of the process.
    open class func `default`() -> AWSServiceManager! { present }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The configuration with which other services are called by default; `AWSMobileClient` sets it at its start unless
    /// the app has set it.
    open var defaultServiceConfiguration: AWSServiceConfiguration! {
        get { configuration.withLock { $0 } }
        set { configuration.exchange(newValue) }
    }

    /// Sets the configuration, unless there is one.
    func setUp(_ configuration: AWSServiceConfiguration?) {
        self.configuration.withLock { $0 = $0 ?? configuration }
    }
}
