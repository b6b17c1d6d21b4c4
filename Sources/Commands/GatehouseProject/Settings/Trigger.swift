// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An event of a user pool for which a function can be called, as the tool's files name it.
package enum Trigger: String, Sendable, CaseIterable {
    case createAuthChallenge = "CreateAuthChallenge"
    case customMessage = "CustomMessage"
    case defineAuthChallenge = "DefineAuthChallenge"
    case postAuthentication = "PostAuthentication"
    case postConfirmation = "PostConfirmation"
    case preAuthentication = "PreAuthentication"
    case preSignup = "PreSignup"
    case verifyAuthChallengeResponse = "VerifyAuthChallengeResponse"
    case preTokenGeneration = "PreTokenGeneration"

    /// The name as people read it.
    package var label: String {
        switch self {
        case .createAuthChallenge: "Create Auth Challenge"
        case .customMessage: "Custom Message"
        case .defineAuthChallenge: "Define Auth Challenge"
        case .postAuthentication: "Post Authentication"
        case .postConfirmation: "Post Confirmation"
        case .preAuthentication: "Pre Authentication"
        case .preSignup: "Pre Sign-up"
        case .verifyAuthChallengeResponse: "Verify Auth Challenge Response"
        case .preTokenGeneration: "Pre Token Generation"
        }
    }

    /// The member of `LambdaConfig` at the service.
    package var settingName: String { self == .preSignup ? "PreSignUp" : rawValue }

    /// The templates of functions for the trigger, without the choice of the developer's own module.
    package var templates: [(label: String, name: String)] {
        switch self {
        case .createAuthChallenge:
            [
                ("CAPTCHA", "captcha-create-challenge"),
                ("Custom challenge (scaffolding)", "boilerplate-create-challenge"),
            ]
        case .customMessage: [("Verification link with a redirect", "verification-link")]
        case .defineAuthChallenge:
            [
                ("CAPTCHA", "captcha-define-challenge"),
                ("Custom challenge (scaffolding)", "boilerplate-define-challenge"),
            ]
        case .postConfirmation: [("Add the user to a group", "add-to-group")]
        case .preSignup:
            [
                ("Filter of e-mail domains (deny list)", "email-filter-denylist"),
                ("Filter of e-mail domains (allow list)", "email-filter-allowlist"),
            ]
        case .verifyAuthChallengeResponse:
            [("CAPTCHA", "captcha-verify"), ("Custom challenge (scaffolding)", "boilerplate-verify")]
        case .preTokenGeneration: [("Claims of the ID token", "alter-claims")]
        case .postAuthentication, .preAuthentication: []
        }
    }

    /// The value for the developer's own module.
    package static let ownModule = "custom"

    /// The name of the folder and of the function.
    package func functionName(resource: String) -> String { resource + rawValue }
}

/// A row of the question which capabilities a user pool has: templates for one or several triggers.
package struct TriggerCapability: Sendable {
    /// The row as people read it.
    package let label: String
    /// The value in scripts.
    package let name: String
    /// The template of each trigger.
    package let templates: [(trigger: Trigger, template: String)]

    /// The capabilities in the order of the list.
    package static let all = [
        TriggerCapability(
            label: "Google reCAPTCHA challenge", name: "captcha",
            templates: [
                (.defineAuthChallenge, "captcha-define-challenge"), (.createAuthChallenge, "captcha-create-challenge"),
                (.verifyAuthChallengeResponse, "captcha-verify"),
            ]),
        TriggerCapability(
            label: "E-mail verification link with a redirect", name: "verification-link",
            templates: [(.customMessage, "verification-link")]),
        TriggerCapability(
            label: "Add a user to a group", name: "add-to-group", templates: [(.postConfirmation, "add-to-group")]),
        TriggerCapability(
            label: "E-mail domain filtering (deny list)", name: "email-filter-denylist",
            templates: [(.preSignup, "email-filter-denylist")]),
        TriggerCapability(
            label: "E-mail domain filtering (allow list)", name: "email-filter-allowlist",
            templates: [(.preSignup, "email-filter-allowlist")]),
        TriggerCapability(
            label: "Custom authentication challenge flow (scaffolding)", name: "custom-challenge",
            templates: [
                (.defineAuthChallenge, "boilerplate-define-challenge"),
                (.createAuthChallenge, "boilerplate-create-challenge"),
                (.verifyAuthChallengeResponse, "boilerplate-verify"),
            ]),
        TriggerCapability(
            label: "Override of the claims of the ID token", name: "alter-claims",
            templates: [(.preTokenGeneration, "alter-claims")]),
    ]
}
