// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseClient
import GatehouseWire

/// The message about an error, and the exit status of a program that ends with it.
struct Complaint: Equatable {
    /// A description of the error.
    let text: String
    /// A suggestion for recovery; may be empty.
    let cure: String
    let status: Status

    init(_ error: any Error) {
        switch error {
        case let error as Configuration.Unusable:
            (text, cure, status) = (error.text, error.cure, .unusableConfiguration)
        case let error as any AmplifyError:
            let isNetwork = error.underlyingError as? AWSCognitoAuthError == .network
            (text, cure) = (error.errorDescription, error.recoverySuggestion)
            status = isNetwork ? .unreachable : .failed
        case let fault as ServiceFault:
            (text, cure) = (fault.message, "")
            status = fault.origin == .transport ? .unreachable : .failed
        case let error as EndpointError:
            (text, cure, status) = (error.text, error.cure, .failed)
        default:
            (text, cure, status) = ("\(error)", "", .failed)
        }
    }
}
