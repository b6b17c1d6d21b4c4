// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux) || os(macOS)
import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseWire

extension GatehouseTestServer {
    /// A message that the server would have sent to a person.
    public struct Message: Sendable, Equatable {
        /// Address or phone number.
        public let recipient: String
        /// The reason for the message, such as `SignUp` or `ForgotPassword`.
        public let kind: String
        /// `EMAIL` or `SMS`.
        public let medium: String
        /// The code or temporary password in it; empty if it has none.
        public let code: String
        /// The subject line; empty for SMS.
        public let subject: String
        /// The text.
        public let body: String

        init(_ value: WireValue) {
            recipient = value["to"]?.stringValue ?? ""
            kind = value["kind"]?.stringValue ?? ""
            medium = value["medium"]?.stringValue ?? ""
            code = value["code"]?.stringValue ?? ""
            subject = value["subject"]?.stringValue ?? ""
            body = value["body"]?.stringValue ?? ""
        }
    }

    /// Makes a confirmed user with a permanent password; no message is sent.
    ///
    /// - Parameters:
    ///   - username: the user's name.
    ///   - password: the password.
    ///   - attributes: the user's attributes; if absent, a verified e-mail address at `example.com`.
    /// - Throws: ``TestServerError`` with the service's fault.
    public func makeUser(
        _ username: String, password: String = GatehouseTestServer.password, attributes: [String: String]? = nil
    ) async throws {
        let attributes = attributes ?? ["email": "\(username)@example.com", "email_verified": "true"]
        let user: [WireName: WireValue] = ["UserPoolId": .string(try await poolID), "Username": .string(username)]
        _ = try await administer(
            "AdminCreateUser",
            user.merging([
                "MessageAction": "SUPPRESS",
                "UserAttributes": .array(
                    attributes.sorted { $0.key < $1.key }
                        .map { .object(["Name": .string($0.key), "Value": .string($0.value)]) }),
            ]) { own, _ in own })
        _ = try await administer(
            "AdminSetUserPassword",
            user.merging(["Password": .string(password), "Permanent": true]) { own, _ in own })
    }

    /// The messages of the server, the newest first.
    ///
    /// - Parameter recipient: an address or number; all messages if absent.
    /// - Returns: the messages.
    /// - Throws: ``TestServerError`` if the server does not answer.
    public func messages(to recipient: String? = nil) async throws -> [Message] {
        let json = URLQueryItem(name: "format", value: "json")
        let outbox = url.appending(path: "dev/outbox").appending(queryItems: [json])
        let answer = try await send(TransportRequest(method: .get, url: outbox))
        let messages = (try WireValue(json: answer.body).arrayValue ?? []).map(Message.init)
        return messages.filter { recipient == nil || $0.recipient == recipient }
    }

    /// The code or temporary password of the newest message to a user.
    ///
    /// - Parameter username: the user's name, or an address or number of a message.
    /// - Returns: the code.
    /// - Throws: ``TestServerError`` without such a message, or with the service's fault for an unknown user.
    public func code(for username: String) async throws -> String {
        let messages = try await messages().filter { !$0.code.isEmpty }
        if let message = messages.first(where: { $0.recipient == username }) { return message.code }
        let user = try await administer(
            "AdminGetUser", ["UserPoolId": .string(poolID), "Username": .string(username)])
        let addresses = user["UserAttributes"]?.arrayValue?.compactMap { $0["Value"]?.stringValue } ?? []
        guard let message = messages.first(where: { addresses.contains($0.recipient) }) else {
            throw TestServerError("No message with a code was sent to \(username).")
        }
        return message.code
    }

    private var poolID: String {
        get async throws {
            guard let id = try await configuration().auth?.userPoolId else {
                throw TestServerError("The file amplify_outputs.json has no user pool.")
            }
            return id
        }
    }

    /// Calls an operation of user pools as an administrator: a server for development accepts any key.
    private func administer(_ operation: String, _ members: [WireName: WireValue]) async throws -> WireValue {
        var request = TransportRequest(url: url, body: WireValue.object(members).json())
        request.headers = [
            ("Content-Type", "application/x-amz-json-1.1"),
            ("X-Amz-Target", "AWSCognitoIdentityProviderService.\(operation)"),
        ]
        let host = url.port.map { "\(url.host() ?? ""):\($0)" } ?? url.host() ?? ""
        request.headers += SigV4.sign(
            SignableRequest(
                method: "POST", path: "/", headers: request.headers + [("host", host)], body: [UInt8](request.body)),
            credentials: SigningCredentials(accessKeyID: "test", secretAccessKey: "test"), region: "us-east-1",
            service: "cognito-idp", date: Date())
        return try WireValue(json: try await send(request, called: operation).body)
    }

    /// Sends a request and returns a successful answer.
    /// - Throws: ``TestServerError`` for any other answer, and without one.
    func send(_ request: TransportRequest, called name: String? = nil) async throws -> TransportResponse {
        let name = name ?? request.url.path()
        let answer: TransportResponse
        do {
            answer = try await transport.send(request)
        } catch {
            throw TestServerError("The server at \(url) does not answer \(name): \(error)")
        }
        guard (200..<300).contains(answer.status) else {
            throw TestServerError("\(name): status \(answer.status), \(String(decoding: answer.body, as: UTF8.self))")
        }
        return answer
    }
}
#endif
