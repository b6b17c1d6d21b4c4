// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AWSMobileClient {
    /// Fetches the attributes of the signed-in user.
    ///
    /// - Parameter completionHandler: receives the attributes by the server's names for them, or the reason for the
    ///   failure.
    public func getUserAttributes(completionHandler: @escaping (([String: String]?, (any Error)?) -> Void)) {
        session.answer(completionHandler, unless: session.requireUserSession) { try await $0.userAttributes() }
    }

    /// Changes attributes of the signed-in user; the next call for tokens fetches new ones.
    ///
    /// - Parameters:
    ///   - attributeMap: the attributes, by the server's names for them.
    ///   - clientMetaData: data for the pool's functions.
    ///   - completionHandler: receives the addresses to which codes were sent, or the reason for the failure.
    public func updateUserAttributes(
        attributeMap: [String: String],
        clientMetaData: [String: String] = [:],
        completionHandler: @escaping (([UserCodeDeliveryDetails]?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, unless: session.requireUserSession) {
            try await $0.updateUserAttributes(attributeMap, clientMetadata: clientMetaData)
        }
    }

    /// Sends a code to an address, as a proof that it belongs to the signed-in user.
    ///
    /// - Parameters:
    ///   - attributeName: the attribute that holds the address.
    ///   - clientMetaData: data for the pool's functions.
    ///   - completionHandler: receives the address to which the code was sent, or the reason for the failure.
    public func verifyUserAttribute(
        attributeName: String,
        clientMetaData: [String: String] = [:],
        completionHandler: @escaping ((UserCodeDeliveryDetails?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, unless: session.requireUserSession) {
            try await $0.sendVerificationCode(attribute: attributeName, clientMetadata: clientMetaData)
        }
    }

    /// Verifies an address of the signed-in user with the code that was sent to it.
    ///
    /// - Parameters:
    ///   - attributeName: the attribute that holds the address.
    ///   - code: the code.
    ///   - completionHandler: receives nil, or the reason for the failure.
    public func confirmUpdateUserAttributes(
        attributeName: String, code: String, completionHandler: @escaping (((any Error)?) -> Void)
    ) {
        session.answer(completionHandler, unless: session.requireUserSession) {
            try await $0.confirmUserAttribute(attributeName, code: code)
        }
    }

    /// Verifies an address of the signed-in user with the code that was sent to it.
    ///
    /// - Parameters:
    ///   - attributeName: the attribute that holds the address.
    ///   - code: the code.
    ///   - completionHandler: receives nil, or the reason for the failure.
    public func confirmVerifyUserAttribute(
        attributeName: String, code: String, completionHandler: @escaping (((any Error)?) -> Void)
    ) {
        confirmUpdateUserAttributes(attributeName: attributeName, code: code, completionHandler: completionHandler)
    }
}
