// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

@testable import GatehouseOutbound

extension FuzzedParser {
    /// Replies of a mail server: the result does not depend on how the bytes are cut into pieces.
    func feedMailReplies(_ bytes: [UInt8]) {
        var parser = SMTPReplyParser()
        let whole = try? parser.feed(bytes)
        var other = SMTPReplyParser()
        var cut: [SMTPReply]? = []
        for byte in bytes {
            guard let replies = try? other.feed([byte]) else {
                cut = nil
                break
            }
            cut? += replies
        }
        precondition(whole == cut, "replies depend on how they are cut")
        for reply in whole ?? [] { _ = SMTPCapabilities(reply).mechanism }
    }
}
