// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehousePages
import GatehouseUserPoolModel
import GatehouseWire

/// The pages of challenges.
extension SignInPages {
    /// Replies with the page of a challenge; `withPassword` is for a choice whose password the user enters.
    func show(
        _ challenge: OpenChallenge, in run: PageRun, withPassword: Bool = false, error: PageMessage? = nil,
        fault: ServiceFault? = nil
    ) -> PageReply {
        let next = PageRun(startedAt: run.startedAt, step: .challenge(challenge))
        func reply(_ page: some Page) -> PageReply {
            responder.reply(
                page, to: .step, run: next, error: error, fault: fault)
        }
        let factors = challenge.factors
        let hasOtherWays = challenge.available.count(where: { $0 != "PASSWORD_SRP" }) > 1
        switch challenge.type {
        case .selectChallenge where withPassword || factors == [.password]:
            return reply(
                PasswordPage(userName: challenge.userName, hasOtherWays: factors.count > 1))
        case .selectChallenge:
            return reply(FactorChoicePage(.first, factors))
        case .selectMfaType:
            return reply(FactorChoicePage(.second, factors))
        case .mfaSetup where factors == [.emailCode] || field(PageField.address) != nil:
            return reply(AddressPage(.email, address: field(PageField.address)))
        case .mfaSetup:
            return reply(FactorChoicePage(.setUp, factors))
        case .newPasswordRequired:
            return reply(newPassword(challenge))
        case .softwareTokenMfa:
            return reply(CodePage(.authenticatorApp))
        case .emailOtp, .smsOtp, .smsMfa:
            return reply(
                CodePage(
                    .message(challenge.destination), canResend: !challenge.available.isEmpty,
                    hasOtherWays: hasOtherWays))
        case .webAuthn:
            let options = challenge.parameters["CREDENTIAL_REQUEST_OPTIONS"] ?? "{}"
            return reply(PasskeySignInPage(options: options, hasOtherWays: hasOtherWays))
        default:
            // The pages run no custom challenges, and no sign-in of theirs has a device.
            return wentWrong(.notBuilt("\(challenge.name) on the pages"))
        }
    }

    /// Replies with the page that shows the key of an authenticator app.
    func show(
        _ challenge: OpenChallenge, secret: String, in run: PageRun, error: PageMessage? = nil,
        fault: ServiceFault? = nil
    ) -> PageReply {
        responder.reply(
            TOTPSetUpPage(
                secret: secret, userName: challenge.userName,
                issuer: pool.description.name ?? request.domain.record.name),
            to: .step, run: PageRun(startedAt: run.startedAt, step: .tokenSetUp(challenge, secret: secret)),
            error: error, fault: fault)
    }

    private func newPassword(_ challenge: OpenChallenge) -> NewPasswordPage {
        NewPasswordPage(
            userName: challenge.userName,
            attributes: challenge.missingAttributes.map { name in
                pool.pageAttribute(name, value: field(PageField.attribute(name)))
            },
            rules: pool.passwordRules)
    }
}

extension OpenChallenge {
    /// The factors that the user can select, in the order of the challenge.
    ///
    /// A page sends the password itself, so SRP is not among them; neither is a factor that a page cannot set up.
    var factors: [PageFactor] {
        switch type {
        case .selectChallenge: available.compactMap(PageFactor.init(rawValue:))
        case .selectMfaType: secondFactors.compactMap(PageFactor.init(rawValue:))
        case .mfaSetup: secondFactors.compactMap(PageFactor.init(rawValue:)).filter { $0 != .messageSecondFactor }
        default: []
        }
    }

    /// The destination of the code of a challenge.
    var destination: CodeDestination {
        guard let destination = parameters["CODE_DELIVERY_DESTINATION"] else { return .unknown }
        return parameters["CODE_DELIVERY_DELIVERY_MEDIUM"] == "SMS" ? .phoneNumber(destination) : .email(destination)
    }
}

extension UserPoolRecord {
    /// The rules for passwords of the pool.
    var passwordRules: PasswordRules {
        let policy = passwordPolicy
        return PasswordRules(
            minimumLength: policy.minimumLength ?? 8, needsUppercase: policy.requireUppercase ?? true,
            needsLowercase: policy.requireLowercase ?? true, needsNumber: policy.requireNumbers ?? true,
            needsSymbol: policy.requireSymbols ?? true)
    }

    /// The field of an attribute in a form.
    func pageAttribute(_ name: String, value: String?) -> PageAttribute {
        let type = description.schemaAttributes?.first { $0.name == name }?.attributeDataType
        return PageAttribute(name, value: value, type: type == .number ? .number : .text)
    }
}
