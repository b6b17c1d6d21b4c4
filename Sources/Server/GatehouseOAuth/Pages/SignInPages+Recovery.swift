// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehousePages
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// `/forgotPassword` and `/confirmForgotPassword`: the reset of a password.
extension SignInPages {
    /// Shows the form for the user name.
    func showForgotPassword() -> PageReply { forgotPassword(userName: authorize.loginHint) }

    /// Sends a code, and shows the form for it.
    func submitForgotPassword() async throws(ServiceFault) -> PageReply {
        guard let name = typedName else { return forgotPassword(userName: nil, error: .missingEntry) }
        do throws(ServiceFault) {
            return try await sendReset(to: name)
        } catch {
            return forgotPassword(userName: name, fault: error)
        }
    }

    /// Shows the form for a code whose user name the user enters.
    func showReset() -> PageReply { reset(SentCode(userName: authorize.loginHint ?? "")) }

    /// Sets the new password, or sends another code.
    ///
    /// The user then signs in with the new password, so that a second factor is not skipped.
    func submitReset() async throws(ServiceFault) -> PageReply {
        var sent = SentCode(userName: typedName ?? "")
        if case .reset(let known) = responder.run?.step, !known.userName.isEmpty { sent = known }
        guard !sent.userName.isEmpty else { return reset(sent, error: .missingEntry) }
        do throws(ServiceFault) {
            if action == .resend { return try await sendReset(to: sent.userName, notice: .codeSentAgain) }
            guard let code = field(PageField.code), let password = field(PageField.password) else {
                return reset(sent, error: .missingEntry)
            }
            guard password == field(PageField.passwordAgain) else { return reset(sent, error: .passwordsDiffer) }
            let request = ConfirmForgotPasswordRequest(
                clientId: client.id, secretHash: try pools.clientSecrets.hash(of: sent.userName, client: client),
                username: sent.userName, confirmationCode: code, password: password)
            _ = try await service.confirmForgotPassword(try request.checked())
            return login(userName: sent.userName, notice: .passwordChanged)
        } catch {
            return reset(sent, fault: error)
        }
    }

    private func sendReset(to name: String, notice: PageMessage? = nil) async throws(ServiceFault) -> PageReply {
        let request = ForgotPasswordRequest(
            clientId: client.id, secretHash: try pools.clientSecrets.hash(of: name, client: client), username: name)
        let details = try await service.forgotPassword(try request.checked()).codeDeliveryDetails
        return reset(SentCode(userName: name, details: details), notice: notice)
    }

    private func forgotPassword(
        userName: String?, error: PageMessage? = nil, fault: ServiceFault? = nil
    ) -> PageReply {
        responder.reply(
            CodeRequestPage(.reset, userName: userName, name: pool.signInName), to: .forgotPassword, error: error,
            fault: fault)
    }

    private func reset(
        _ sent: SentCode, error: PageMessage? = nil, notice: PageMessage? = nil, fault: ServiceFault? = nil
    ) -> PageReply {
        let page = ResetPasswordPage(
            userName: sent.userName.isEmpty ? nil : sent.userName, name: pool.signInName,
            destination: sent.shownDestination, rules: pool.passwordRules)
        return responder.reply(
            page, to: .confirmForgotPassword, run: responder.newRun(.reset(sent)), error: error, notice: notice,
            fault: fault)
    }
}
