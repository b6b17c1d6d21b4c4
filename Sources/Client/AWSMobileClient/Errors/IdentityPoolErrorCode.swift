// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire

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
