// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseWire

/// The service whose fault an error holds.
enum FaultingService {
    case userPool, identityPool
}

/// The error of the engine as apps receive it.
///
/// - Parameters:
///   - error: the engine's error.
///   - service: the service that the call used; faults of the identity pool have another form.
/// - Returns: a `URLError` if no answer arrived, an `NSError` for a fault of the identity pool, and otherwise an
///   `AWSMobileClientError`.
func appError(_ error: SessionError, of service: FaultingService = .userPool) -> any Error {
    switch error {
    case .network(let fault): return URLError(fault)
    case .service(let fault) where service == .identityPool: return NSError(ofIdentityPool: fault)
    default: return AWSMobileClientError(error)
    }
}

extension NSError {
    /// The domain of the identity pool's faults.
    static let identityPoolDomain = "com.amazonaws.AWSCognitoIdentityErrorDomain"

    /// A fault of the identity pool.
    fileprivate convenience init(ofIdentityPool fault: ServiceFault) {
        self.init(
            domain: Self.identityPoolDomain,
            code: IdentityPoolErrorCode(fault.code).rawValue,
            userInfo: ["__type": fault.code.rawValue, "message": fault.message]
        )
    }
}

/// The numbers of the identity pool's faults as `NSError` codes.
enum IdentityPoolErrorCode: Int {
    case unknown
    case concurrentModification
    case developerUserAlreadyRegistered
    case externalService
    case internalError
    case invalidIdentityPoolConfiguration
    case invalidParameter
    case limitExceeded
    case notAuthorized
    case resourceConflict
    case resourceNotFound
    case tooManyRequests

    init(_ code: ServiceFault.Code) {
        switch code {
        case .concurrentModification: self = .concurrentModification
        case .developerUserAlreadyRegistered: self = .developerUserAlreadyRegistered
        case .externalService: self = .externalService
        case .internalError: self = .internalError
        case .invalidIdentityPoolConfiguration: self = .invalidIdentityPoolConfiguration
        case .invalidParameter: self = .invalidParameter
        case .limitExceeded: self = .limitExceeded
        case .notAuthorized: self = .notAuthorized
        case .resourceConflict: self = .resourceConflict
        case .resourceNotFound: self = .resourceNotFound
        case .tooManyRequests: self = .tooManyRequests
        default: self = .unknown
        }
    }
}
