// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServerCrypto
import GatehouseUserPoolKernel

/// What the operations of sign-ins use; each value has no more than it needs.
extension UserPools {
    /// Takes the steps of sign-ins.
    var steps: SignInSteps {
        SignInSteps(
            judge: judge, challenges: challenges, messages: messages, issuer: issuer, sessions: browserSessions)
    }
    /// The sessions of browsers.
    var browserSessions: BrowserSessions {
        BrowserSessions(
            records: records, sealer: sealer, entropy: entropy, forwardClock: forwardClock, limits: requestLimits)
    }
    /// Issues and redeems authorization codes.
    var codeGrants: CodeGrants {
        CodeGrants(records: records, sealer: sealer, issuer: issuer, events: events)
    }
    /// Judges steps.
    var judge: StepJudge { StepJudge(records: records, counters: counters, events: events) }
    /// Issues challenges.
    var challenges: ChallengeIssuer {
        ChallengeIssuer(factors: factors, codes: signInCodes, sealer: sealer)
    }
    /// Decides which factors a sign-in offers.
    var factors: OfferedFactors { OfferedFactors(sealer: sealer, deployment: deployment) }
    /// The codes of challenges.
    var signInCodes: SignInCodes { SignInCodes(sealer: sealer, entropy: entropy) }
    /// Begins SRP handshakes.
    var handshakes: SRPHandshakes {
        SRPHandshakes(sealer: sealer, entropy: entropy, arithmetic: arithmetic)
    }
    /// The sign-ins that wait for the proof of their device.
    var waitingSignIns: WaitingSignIns { WaitingSignIns(sealer: sealer) }
}
