// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation

extension App {
    /// The user pool's tokens, without their signatures.
    func tokens() throws -> [String] {
        let tokens = try answer { client.getTokens($0) }
        let claims = tokens.idToken?.claims ?? [:]
        let texts = claims.compactMap { name, value in (value as? String).map { "\(name): \($0)" } }
        let access = tokens.accessToken?.tokenString ?? "none"
        return texts.sorted() + ["Access token: \(access.prefix(24))…\(access.suffix(12))"]
    }

    /// AWS credentials, and requests that are signed with them.
    func credentials(_ line: Line) throws -> [String] {
        switch line.command {
        case .getIdentityId:
            return ["Identity: \(try result(of: client.getIdentityId()))"]
        case .logins:
            let logins = try result(of: client.logins()) as? [String: String] ?? [:]
            return ["Logins: " + (logins.isEmpty ? "none" : logins.keys.sorted().joined(separator: ", "))]
        case .invalidateCachedTemporaryCredentials:
            client.invalidateCachedTemporaryCredentials()
            return ["invalidateCachedTemporaryCredentials: done"]
        case .exportCredentials:
            let credentials = try result(of: client.credentials())
            return [
                "export AWS_ACCESS_KEY_ID=\(credentials.accessKey)",
                "export AWS_SECRET_ACCESS_KEY=\(credentials.secretKey)",
                "export AWS_SESSION_TOKEN=\(credentials.sessionKey ?? "")",
            ]
        case .signS3Request:
            return try S3Request(bucket: line.words[0], key: line.words[1], text: "Hello").signed()
        default:
            let credentials = try answer { client.getAWSCredentials($0) }
            return ["Access key: \(credentials.accessKey)", "Identity: \(client.identityId ?? "none")"]
        }
    }

    private func result<Value>(of task: AWSTask<Value>) throws -> Value {
        task.waitUntilFinished()
        if let error = task.error { throw error }
        guard let result = task.result else { throw Mistake("the task has neither a result nor an error") }
        return result
    }

    /// The devices of the signed-in user.
    func devices(_ command: Command) throws -> [String] {
        let operations = client.deviceOperations
        switch command {
        case .listDevices:
            let list = try answer { operations.list(completionHandler: $0) }
            return ["Remembered devices: \(list.devices?.count ?? 0)"]
        case .getDevice:
            let device = try answer { operations.get($0) }
            return ["Device: \(device.deviceKey ?? "none"), \(device.attributes?["device_name"] ?? "without a name")"]
        case .forgetDevice: try finish { operations.forget($0) }
        default:
            _ = try answer {
                operations.updateStatus(remembered: command == .rememberDevice, completionHandler: $0)
            }
        }
        return ["\(command.rawValue): done"]
    }
}
