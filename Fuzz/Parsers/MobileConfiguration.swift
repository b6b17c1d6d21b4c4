// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import GatehouseWire

@testable import AWSMobileClient

extension FuzzedParser {
    /// `awsconfiguration.json`, down to the checks of each value, the names of stored items, and the stored item.
    func feedMobileConfiguration(_ bytes: [UInt8]) {
        if let stored = MobileItem(encoded: Data(bytes)) {
            let again = stored.encoded().flatMap(MobileItem.init(encoded:))
            precondition(again == stored, "a stored item reads differently after it was written")
        }
        let object: WireValue
        do throws(ConfigurationFault) {
            object = try ConfigurationDocument.object(of: bytes)
        } catch {
            precondition(!error.description.contains("\n"), "a reason takes more than one line")
            return
        }
        let configuration = MobileConfiguration(AWSConfiguration(object))
        precondition((try? configuration.sessionConfiguration()) != nil, "a configuration is not one of the engine")
        try? configuration.requirePages()
        _ = configuration.keys.mobileClient
        _ = AWSConfiguration(WireValue(foundationObject: object.foundationObject))
    }
}
