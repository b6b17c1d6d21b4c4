// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
import NIOCore

/// A request as bytes, so that a load spends no time on its form.
enum PostRequest {
    /// A call of a JSON service.
    static func bytes<Operation: ServiceOperation>(
        _ operation: Operation.Type, _ input: Operation.Input, port: Int
    ) -> ByteBuffer {
        bytes(
            path: "/", port: port, body: input.wireValue(in: .json).json(),
            headers: [
                "Content-Type: application/x-amz-json-1.1",
                "X-Amz-Target: \(Operation.service.targetPrefix ?? "").\(Operation.name)",
            ])
    }

    static func bytes(path: String, port: Int, body: Data, headers: [String]) -> ByteBuffer {
        let lines =
            ["POST \(path) HTTP/1.1", "Host: localhost:\(port)", "Content-Length: \(body.count)"] + headers + ["", ""]
        var buffer = ByteBuffer(string: lines.joined(separator: "\r\n"))
        buffer.writeBytes(body)
        return buffer
    }
}
