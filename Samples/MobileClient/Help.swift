// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What the program says about itself.
enum Help {
    static let text = """
        Calls AWSMobileClient, one call for each line of the input.

        usage: MobileClient

        The configuration is the awsconfiguration.json that the environment variable
        GATEHOUSE_AWSCONFIGURATION names, or else one beside the program or in the
        working directory; gatehouse dev writes one into .gatehouse. A person types, or
        a script writes into a pipe:

          printf 'signIn ada\\nCorrect-Horse-7!\\ngetTokens\\n' | MobileClient

        \(commands)

        Passwords and answers are not part of the line: the program reads the next one,
        and a terminal does not show it. With & at the end of a line, the program does
        not wait for the call and reads on. A change of the state is printed when it
        happens.

        The session is kept from one run to the next, on Linux in a folder named after
        the program, or after the variable GATEHOUSE_APP_ID, below $XDG_DATA_HOME or
        ~/.local/share.

          -h, --help  shows this text

        Exit status: 0 if every call succeeded, 1 if one failed, 64 for a wrong command
        line.
        """

    /// The commands with their arguments.
    static let commands = Command.allCases.map { command in
        "  " + ([command.rawValue] + command.arguments).joined(separator: " ")
    }.joined(separator: "\n")
}
