// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseText
import GatehouseWire

@testable import GatehouseUserPools

extension FuzzedParser {
    /// Style sheets and images of the pages: what is accepted cannot end an element or load anything.
    func feedPageStyle(_ bytes: [UInt8]) {
        feedPage(bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        if StreamSafeText.contains(text), (try? ClassicStyleSheet.check(text)) != nil {
            precondition(!bytes.contains(UInt8(ascii: "<")), "a style sheet has markup")
        }
        if ImageFormat.type(of: Data(bytes)) == .svg {
            for word in ["<script", "<!DOCTYPE", "<?xml-stylesheet"] {
                precondition(Data(bytes).range(of: Data(word.utf8)) == nil, "a drawing has \(word)")
            }
        }
    }
}
