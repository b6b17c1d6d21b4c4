// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient

extension App {
    /// Makes and confirms an account.
    func signUp(_ line: Line, _ secrets: [String]) throws -> [String] {
        let name = line.words[0]
        let result: SignUpResult =
            switch line.command {
            case .signUp:
                try answer {
                    client.signUp(
                        username: name, password: secrets[0], userAttributes: line.values, completionHandler: $0)
                }
            case .confirmSignUp:
                try answer {
                    client.confirmSignUp(username: name, confirmationCode: line.words[1], completionHandler: $0)
                }
            default:
                try answer { client.resendSignUpCode(username: name, completionHandler: $0) }
            }
        return ["\(line.command.rawValue): \(result.signUpConfirmationState)\(to(result.codeDeliveryDetails))"]
    }

    /// Replaces a password, or one that was forgotten.
    func password(_ line: Line, _ secrets: [String]) throws -> [String] {
        switch line.command {
        case .forgotPassword:
            let result = try answer { client.forgotPassword(username: line.words[0], completionHandler: $0) }
            return ["forgotPassword: \(result.forgotPasswordState)\(to(result.codeDeliveryDetails))"]
        case .confirmForgotPassword:
            let result = try answer {
                client.confirmForgotPassword(
                    username: line.words[0], newPassword: secrets[0], confirmationCode: line.words[1],
                    completionHandler: $0)
            }
            return ["confirmForgotPassword: \(result.forgotPasswordState)"]
        default:
            try finish {
                client.changePassword(
                    currentPassword: secrets[0], proposedPassword: secrets[1], completionHandler: $0)
            }
            return ["changePassword: done"]
        }
    }

    /// Reads and changes the attributes of the signed-in user.
    func attributes(_ line: Line) throws -> [String] {
        switch line.command {
        case .getUserAttributes:
            let attributes = try answer { client.getUserAttributes(completionHandler: $0) }
            return attributes.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        case .updateUserAttributes:
            let deliveries = try answer {
                client.updateUserAttributes(attributeMap: line.values, completionHandler: $0)
            }
            return ["updateUserAttributes: done"] + deliveries.map { "A code was sent\(to($0))" }
        case .verifyUserAttribute:
            let details = try answer {
                client.verifyUserAttribute(attributeName: line.words[0], completionHandler: $0)
            }
            return ["A code was sent\(to(details))"]
        default:
            try finish {
                client.confirmUpdateUserAttributes(
                    attributeName: line.words[0], code: line.words[1], completionHandler: $0)
            }
            return ["confirmUpdateUserAttributes: done"]
        }
    }

    /// Where a code was sent, as the end of a line.
    func to(_ details: UserCodeDeliveryDetails?) -> String {
        guard let details else { return "" }
        return ", \(details.deliveryMedium) to \(details.destination ?? "an unknown address")"
    }
}
