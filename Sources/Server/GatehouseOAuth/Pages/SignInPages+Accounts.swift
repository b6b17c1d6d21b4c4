// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehousePages
import GatehouseSignIn
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// `/signup`, `/confirm` and `/resendcode`: new accounts.
extension SignInPages {
    /// Shows the form for a new account; a pool without sign-ups has the login page instead.
    func showSignUp() -> PageReply {
        guard !pool.isClosed else { return responder.redirect(to: .login, query: responder.query) }
        return signUp(userName: authorize.loginHint)
    }

    /// Creates an account, and continues with the code that was sent or, if a trigger has confirmed the account, with
    /// the sign-in.
    func submitSignUp() async throws(ServiceFault) -> PageReply {
        let (name, password) = (typedName, field(PageField.password))
        let values = Dictionary(
            uniqueKeysWithValues: pool.signUpAttributes(of: client).map { ($0, field(PageField.attribute($0))) })
        guard let name, values.allSatisfy({ $0.value != nil }) else {
            return signUp(userName: name, values: values.compactMapValues(\.self), error: .missingEntry)
        }
        guard password == field(PageField.passwordAgain) else {
            return signUp(userName: name, values: values.compactMapValues(\.self), error: .passwordsDiffer)
        }
        do throws(ServiceFault) {
            let attributes = values.compactMap { entry in
                entry.value.map { AttributeType(name: entry.key, value: $0) }
            }
            let request = SignUpRequest(
                clientId: client.id, secretHash: try pools.clientSecrets.hash(of: name, client: client),
                username: name, password: password, userAttributes: attributes.isEmpty ? nil : attributes)
            let response = try await service.signUp(try request.checked(), sessions: sessions)
            return try await reply(to: response, name: name, password: password)
        } catch {
            return signUp(userName: name, values: values.compactMapValues(\.self), fault: error)
        }
    }

    private func reply(
        to response: SignUpResponse, name: String, password: String?
    ) async throws(ServiceFault) -> PageReply {
        guard response.userConfirmed else {
            return confirmation(
                SentCode(userName: name, details: response.codeDeliveryDetails), session: response.session)
        }
        guard let password, !offersChoice else { return login(userName: name, notice: .confirmed) }
        let run = responder.newRun(.signIn)
        return try await begin(.userPassword, ["USERNAME": name, "PASSWORD": password], as: name, in: run)
    }

    private func signUp(
        userName: String?, values: [String: String] = [:], error: PageMessage? = nil, fault: ServiceFault? = nil
    ) -> PageReply {
        let page = SignUpPage(
            name: pool.signInName, userName: userName,
            attributes: pool.signUpAttributes(of: client).map { pool.pageAttribute($0, value: values[$0]) },
            rules: pool.passwordRules)
        return responder.reply(page, to: .signUp, error: error, fault: fault)
    }
}

extension SignInPages {
    /// Shows the form for the code of an account whose name the user enters.
    func showConfirm() -> PageReply { confirmation(SentCode(userName: authorize.loginHint ?? ""), session: nil) }

    /// Confirms an account and signs the user in, or sends another code.
    func submitConfirm() async throws(ServiceFault) -> PageReply {
        var (sent, session) = (SentCode(userName: typedName ?? ""), String?.none)
        if case .confirmation(let known, let string) = responder.run?.step, !known.userName.isEmpty {
            (sent, session) = (known, string)
        }
        guard !sent.userName.isEmpty else { return confirmation(sent, session: session, error: .missingEntry) }
        do throws(ServiceFault) {
            if action == .resend { return try await resend(to: sent.userName, session: session) }
            guard let code = field(PageField.code) else {
                return confirmation(sent, session: session, error: .missingEntry)
            }
            return try await confirm(sent, code: code, session: session)
        } catch {
            return confirmation(sent, session: session, fault: error)
        }
    }

    private func confirm(
        _ sent: SentCode, code: String, session: String?
    ) async throws(ServiceFault) -> PageReply {
        let request = ConfirmSignUpRequest(
            clientId: client.id, secretHash: try pools.clientSecrets.hash(of: sent.userName, client: client),
            username: sent.userName, confirmationCode: code, session: session)
        let response = try await service.confirmSignUp(
            try request.checked(), sessions: sessions, hidingConfirmed: true)
        guard let session = response.session else { return login(userName: sent.userName, notice: .confirmed) }
        do throws(ServiceFault) {
            let answer = try await service.completeHostedSignUp(
                session, clientID: client.id, userName: sent.userName, endingIn: await browserReturn)
            return try await reply(to: answer, as: sent.userName, in: responder.newRun(.signIn))
        } catch {
            // The account is confirmed already, so the form for the code is of no more use.
            return login(userName: sent.userName, notice: .confirmed, fault: error)
        }
    }

    /// The form for the code of a new account.
    func confirmation(
        _ sent: SentCode, session: String?, error: PageMessage? = nil, notice: PageMessage? = nil,
        fault: ServiceFault? = nil
    ) -> PageReply {
        let page = ConfirmPage(
            userName: sent.userName.isEmpty ? nil : sent.userName, name: pool.signInName,
            destination: sent.shownDestination)
        return responder.reply(
            page, to: .confirm, run: responder.newRun(.confirmation(sent, session: session)), error: error,
            notice: notice, fault: fault)
    }

    /// Shows the form for another code.
    func showResend() -> PageReply {
        responder.reply(
            CodeRequestPage(.confirmation, userName: authorize.loginHint, name: pool.signInName), to: .resendCode)
    }

    /// Sends another code to a user who has not confirmed the account.
    func submitResend() async throws(ServiceFault) -> PageReply {
        let page = CodeRequestPage(.confirmation, userName: typedName, name: pool.signInName)
        guard let name = typedName else {
            return responder.reply(page, to: .resendCode, error: .missingEntry)
        }
        do throws(ServiceFault) {
            return try await resend(to: name, session: nil)
        } catch {
            return responder.reply(page, to: .resendCode, fault: error)
        }
    }

    private func resend(to name: String, session: String?) async throws(ServiceFault) -> PageReply {
        let request = ResendConfirmationCodeRequest(
            clientId: client.id, secretHash: try pools.clientSecrets.hash(of: name, client: client), username: name)
        let details = try await service.resendConfirmationCode(
            try request.checked(), hidingConfirmed: true
        ).codeDeliveryDetails
        return confirmation(SentCode(userName: name, details: details), session: session, notice: .codeSentAgain)
    }

    private var sessions: SealedSignUpSessions { SealedSignUpSessions(forPagesOf: pools) }
}

extension SentCode {
    /// The code that an operation has sent.
    init(userName: String, details: CodeDeliveryDetailsType?) {
        self.init(
            userName: userName, destination: details?.destination, isMessage: details?.deliveryMedium == .sms)
    }

    /// The destination as the page shows it; `nil` if no code was sent.
    var shownDestination: CodeDestination? {
        destination.map { isMessage ? .phoneNumber($0) : .email($0) }
    }
}

extension UserPoolRecord {
    /// The attributes in the form for new accounts: those that the pool requires, and the address or number that it
    /// verifies, unless it is the name with which users sign in.
    func signUpAttributes(of client: AppClientRecord) -> [String] {
        let required = (description.schemaAttributes ?? []).compactMap { attribute in
            attribute.required == true && attribute.name != "sub" ? attribute.name : nil
        }
        var names = required.filter { !usernameAttributes.contains($0) }
        let verified = ["email", "phone_number"].filter(autoVerifiedAttributes.contains)
        if let first = verified.first, usernameAttributes.isEmpty, Set(verified).isDisjoint(with: names) {
            names.append(first)
        }
        let writable = names.filter(client.mayWrite)
        return Self.readingOrder.filter(writable.contains) + writable.filter { !Self.readingOrder.contains($0) }
    }

    /// The standard attributes in the order in which people expect them in a form; others follow.
    private static let readingOrder = [
        "email", "phone_number", "name", "given_name", "middle_name", "family_name", "nickname", "preferred_username",
        "birthdate", "gender", "address", "locale", "zoneinfo", "website", "profile", "picture",
    ]
}
