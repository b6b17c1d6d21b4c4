// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify

extension Story {
    /// Creates the user, and confirms it with the code from the outbox.
    func signUp() async throws {
        Report.chapter("Sign up")
        let result = try await Amplify.Auth.signUp(
            username: username,
            password: password,
            options: .init(userAttributes: [AuthUserAttribute(.email, value: address)])
        )
        Report.step("user", username)
        guard case let .confirmUser(details, _, userId) = result.nextStep else {
            throw Unexpected("the sign-up asks for \(result.nextStep)")
        }
        Report.step("id", userId ?? "not told")
        Report.step("code sent to", Self.text(details?.destination))

        let code = try await outbox.latestCode(to: address)
        let confirmation = try await Amplify.Auth.confirmSignUp(for: username, confirmationCode: code)
        try expect(confirmation.isSignUpComplete, "the confirmation asks for \(confirmation.nextStep)")
        Report.step("confirmed", "yes, with the code from the outbox")
    }

    private static func text(_ destination: DeliveryDestination?) -> String {
        switch destination {
        case .email(let address?): address
        case .phone(let number?), .sms(let number?): number
        case .email(nil), .phone(nil), .sms(nil), .unknown, nil: "an address that was not told"
        }
    }
}
