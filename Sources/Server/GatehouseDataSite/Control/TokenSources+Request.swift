// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseDataStores
import GatehouseWire

/// The most bytes of the addresses, the ids and the expressions of sources.
private let longestText = 1_024

extension UserPoolSource {
    /// Reads `userPoolConfig`; its `defaultAction` is not the business of a source.
    init(request config: WireValue?) throws(ServiceFault) {
        guard let id = config?["userPoolId"]?.stringValue, config?["awsRegion"]?.stringValue?.isEmpty == false else {
            throw .badRequest("The member userPoolConfig needs userPoolId and awsRegion.")
        }
        self.init(id: id, clientExpression: try config.text("appIdClientRegex"))
        try check()
    }

    /// Checks a source before it is stored.
    /// - Throws: `BadRequestException`.
    func check() throws(ServiceFault) {
        guard (1...128).contains(id.utf8.count) else {
            throw .badRequest("The id of a user pool must have 1 to 128 bytes.")
        }
        try requireExpression(clientExpression, "appIdClientRegex")
        if let issuer { try requireAddress(issuer) }
    }
}

extension OpenIDSource {
    /// Reads `openIDConnectConfig`.
    init(request config: WireValue?) throws(ServiceFault) {
        guard let issuer = try config.text("issuer") else {
            throw .badRequest("The member openIDConnectConfig needs issuer.")
        }
        self.init(
            issuer: issuer, clientExpression: try config.text("clientId"),
            issueLifetime: try config.number("iatTTL", upTo: Int(Int32.max) * 1_000),
            authenticationLifetime: try config.number("authTTL", upTo: Int(Int32.max) * 1_000))
        try check()
    }

    /// Checks a source before it is stored.
    /// - Throws: `BadRequestException`.
    func check() throws(ServiceFault) {
        try requireAddress(issuer)
        try requireExpression(clientExpression, "clientId")
    }

    /// The shape `OpenIDConnectConfig`.
    var description: WireValue {
        var members: [WireName: WireValue] = ["issuer": .string(issuer)]
        members["clientId"] = clientExpression.map { .string($0) }
        members["iatTTL"] = issueLifetime.map { .integer(Int64($0)) }
        members["authTTL"] = authenticationLifetime.map { .integer(Int64($0)) }
        return .object(members)
    }
}

extension AuthorizerSource {
    /// The longest time in seconds for which an answer may be kept.
    private static let longestLifetime = 3_600

    /// Reads `lambdaAuthorizerConfig`.
    init(request config: WireValue?) throws(ServiceFault) {
        guard let function = try config.text("authorizerUri") else {
            throw .badRequest("The member lambdaAuthorizerConfig needs authorizerUri.")
        }
        self.init(
            function: function,
            resultLifetime: try config.number("authorizerResultTtlInSeconds", upTo: Self.longestLifetime) ?? 0,
            tokenExpression: try config.text("identityValidationExpression"))
        try check()
    }

    /// Checks a source before it is stored.
    /// - Throws: `BadRequestException`.
    func check() throws(ServiceFault) {
        guard (1...longestText).contains(function.utf8.count) else {
            throw .badRequest("The name of the authorizer must have 1 to \(longestText) bytes.")
        }
        guard (0...Self.longestLifetime).contains(resultLifetime) else {
            throw .badRequest("The answers of an authorizer can be kept for 0 to \(Self.longestLifetime) seconds.")
        }
        try requireExpression(tokenExpression, "identityValidationExpression")
    }

    /// The shape `LambdaAuthorizerConfig`.
    var description: WireValue {
        var members: [WireName: WireValue] = [
            "authorizerUri": .string(function), "authorizerResultTtlInSeconds": .integer(Int64(resultLifetime)),
        ]
        members["identityValidationExpression"] = tokenExpression.map { .string($0) }
        return .object(members)
    }
}

private func requireExpression(_ text: String?, _ member: String) throws(ServiceFault) {
    guard let text else { return }
    guard text.utf8.count <= longestText, (try? Regex(text)) != nil else {
        throw .badRequest("The member \(member) is not a regular expression of at most \(longestText) bytes.")
    }
}

/// Requires an address with `https`, or with `http` on this machine.
private func requireAddress(_ text: String) throws(ServiceFault) {
    let isPlain = text.utf8.count <= longestText && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    let url = isPlain ? URLComponents(string: text) : nil
    if let url, let host = url.host, !host.isEmpty, url.query == nil, url.fragment == nil, url.user == nil,
        url.password == nil
    {
        let isLocal = LoopbackHost.names.union(LoopbackHost.namesInURLs).contains(host.lowercased())
        if url.scheme == "https" || (url.scheme == "http" && isLocal) { return }
    }
    throw .badRequest("An issuer must be an address with https, or with http on this machine, and without a query.")
}

extension WireValue? {
    /// A text of a configuration; `nil` for a member that is missing or `null`.
    fileprivate func text(_ name: String) throws(ServiceFault) -> String? {
        guard let value = self?[name], !value.isNull else { return nil }
        guard let text = value.stringValue else { throw .badRequest("The member \(name) must be a text.") }
        return text
    }

    /// A number of a configuration; `nil` for a member that is missing or `null`.
    fileprivate func number(_ name: String, upTo most: Int) throws(ServiceFault) -> Int? {
        guard let value = self?[name], !value.isNull else { return nil }
        guard let number = value.integerValue, (0...Int64(most)).contains(number) else {
            throw .badRequest("The member \(name) must be a number from 0 to \(most).")
        }
        return Int(number)
    }
}
