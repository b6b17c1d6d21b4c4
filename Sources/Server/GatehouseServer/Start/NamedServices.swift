// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseHTTP
import ServiceLifecycle

extension ServiceGroupConfiguration.ServiceConfiguration {
    /// The configuration of a service with its name.
    ///
    /// Without a name the library prints the service with all that it holds. That takes a third of the instructions of a
    /// start, and the text, which errors and logs show, must not have secrets.
    init(named service: any Service, onSuccess behavior: TerminationBehavior = .cancelGroup) {
        self.init(service: service, successTerminationBehavior: behavior, serviceName: Self.name(of: service))
    }

    /// The name of a service's type, as a constant: printing a type takes a million instructions.
    private static func name(of service: any Service) -> String {
        switch service {
        case is CleanupService: "CleanupService"
        case is DatabaseUpkeep: "DatabaseUpkeep"
        case is DatabaseWatch: "DatabaseWatch"
        case is DispatchService: "DispatchService"
        case is FunctionEventService: "FunctionEventService"
        case is HTTPService: "HTTPService"
        case is HangUpService: "HangUpService"
        case is ImportService: "ImportService"
        case is InputEndService: "InputEndService"
        case is KeyPreparationService: "KeyPreparationService"
        case is MemoryReturn: "MemoryReturn"
        case is PeriodicJob: "PeriodicJob"
        case is ReadinessProbe: "ReadinessProbe"
        case is SealCountService: "SealCountService"
        case is ShutdownLimit: "ShutdownLimit"
        default: "\(type(of: service))"
        }
    }
}
