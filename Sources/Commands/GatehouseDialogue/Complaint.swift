// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseClient
import GatehouseWire

/// The message about an error, and the exit status of a program that ends with it.
package struct Complaint: Equatable, Sendable {
    /// A description of the error.
    package let text: String
    /// A suggestion for recovery; may be empty.
    package let cure: String
    /// The status of a program that ends with the error.
    package let status: Status

    /// Makes the message about an error.
    package init(_ error: any Error) {
        switch error {
        case let error as Configuration.Unusable:
            (text, cure, status) = (error.text, error.cure, .unusableConfiguration)
        case let error as Refusal:
            (text, cure, status) = (error.text, error.cure, .failed)
        case Ending.inputEnded:
            (text, cure) = ("The input ended before the last question was answered.", "Answer every question.")
            status = .failed
        case Ending.goingBack:
            (text, cure, status) = ("The last question was not answered.", "Answer every question.", .failed)
        case let error as any AmplifyError:
            let isNetwork = error.underlyingError as? AWSCognitoAuthError == .network
            (text, cure) = (error.errorDescription, (error as? AuthError)?.advice ?? error.recoverySuggestion)
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

/// A request that a program refuses by itself.
package struct Refusal: Error, Equatable {
    /// A description of the error.
    package let text: String
    /// A suggestion for recovery.
    package let cure: String

    /// Makes a refusal.
    package init(_ text: String, cure: String) {
        self.text = text
        self.cure = cure
    }
}

/// The exit status of a program.
package enum Status: Int32, Sendable {
    /// The last command succeeded, or there was no command.
    case done = 0
    /// The last command failed, was not finished when the input ended, or was not in the menu.
    case failed = 1
    /// The command line is wrong.
    case wrongUsage = 64
    /// The configuration is missing or cannot be used.
    case unusableConfiguration = 66
    /// The server cannot be reached.
    case unreachable = 69
}
