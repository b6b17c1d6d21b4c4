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

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The regions of AWS.
public enum AWSRegionType: Int, Sendable {
    /// Another region.
    case Unknown
    /// us-east-1, US East (N. Virginia).
    case USEast1
    /// us-east-2, US East (Ohio).
    case USEast2
    /// us-west-1, US West (N. California).
    case USWest1
    /// us-west-2, US West (Oregon).
    case USWest2
    /// eu-west-1, Europe (Ireland).
    case EUWest1
    /// eu-west-2, Europe (London).
    case EUWest2
    /// eu-central-1, Europe (Frankfurt).
    case EUCentral1
    /// ap-southeast-1, Asia Pacific (Singapore).
    case APSoutheast1
    /// ap-northeast-1, Asia Pacific (Tokyo).
    case APNortheast1
    /// ap-northeast-2, Asia Pacific (Seoul).
    case APNortheast2
    /// ap-southeast-2, Asia Pacific (Sydney).
    case APSoutheast2
    /// ap-south-1, Asia Pacific (Mumbai).
    case APSouth1
    /// sa-east-1, South America (São Paulo).
    case SAEast1
    /// cn-north-1, China (Beijing).
    case CNNorth1
    /// ca-central-1, Canada (Central).
    case CACentral1
    /// us-gov-west-1, AWS GovCloud (US West).
    case USGovWest1
    /// cn-northwest-1, China (Ningxia).
    case CNNorthWest1
    /// eu-west-3, Europe (Paris).
    case EUWest3
    /// us-gov-east-1, AWS GovCloud (US East).
    case USGovEast1
    /// eu-north-1, Europe (Stockholm).
    case EUNorth1
    /// ap-east-1, Asia Pacific (Hong Kong).
    case APEast1
    /// me-south-1, Middle East (Bahrain).
    case MESouth1
    /// af-south-1, Africa (Cape Town).
    case AFSouth1
    /// eu-south-1, Europe (Milan).
    case EUSouth1

    /// The region of this name, such as `eu-west-1`.
    init(named name: String) {
        self = Self.named[name] ?? .Unknown
    }

    private static let named: [String: AWSRegionType] = [
        "us-east-1": .USEast1, "us-east-2": .USEast2, "us-west-1": .USWest1, "us-west-2": .USWest2,
        "eu-west-1": .EUWest1, "eu-west-2": .EUWest2, "eu-west-3": .EUWest3, "eu-central-1": .EUCentral1,
        "eu-north-1": .EUNorth1, "eu-south-1": .EUSouth1, "ap-southeast-1": .APSoutheast1,
        "ap-southeast-2": .APSoutheast2, "ap-northeast-1": .APNortheast1, "ap-northeast-2": .APNortheast2,
        "ap-south-1": .APSouth1, "ap-east-1": .APEast1, "sa-east-1": .SAEast1, "cn-north-1": .CNNorth1,
        "cn-northwest-1": .CNNorthWest1, "ca-central-1": .CACentral1, "us-gov-west-1": .USGovWest1,
        "us-gov-east-1": .USGovEast1, "me-south-1": .MESouth1, "af-south-1": .AFSouth1,
    ]
}
