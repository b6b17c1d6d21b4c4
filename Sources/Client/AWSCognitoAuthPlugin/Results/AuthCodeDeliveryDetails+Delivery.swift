// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

extension AuthCodeDeliveryDetails {
    /// Converts the engine's delivery to this API's type.
    init(_ delivery: CodeDelivery) {
        let destination: DeliveryDestination =
            switch delivery.medium {
            case .email: .email(delivery.destination)
            case .sms: .sms(delivery.destination)
            case .unknown: .unknown(delivery.destination)
            }
        self.init(
            destination: destination,
            attributeKey: delivery.attributeName.map(AuthUserAttributeKey.init(rawValue:))
        )
    }
}
