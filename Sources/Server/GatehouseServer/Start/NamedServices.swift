// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ServiceLifecycle

extension ServiceGroupConfiguration.ServiceConfiguration {
    /// The configuration of a service with the name of its type.
    ///
    /// Without a name the library prints the service with all that it holds. That takes a quarter of the instructions of
    /// a start, and the text, which errors and logs show, must not have secrets.
    init(named service: any Service, onSuccess behavior: TerminationBehavior = .cancelGroup) {
        self.init(service: service, successTerminationBehavior: behavior, serviceName: "\(type(of: service))")
    }
}
