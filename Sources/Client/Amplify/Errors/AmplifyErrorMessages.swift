// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Recovery suggestions for errors that only a fault of the library can cause.
public enum AmplifyErrorMessages {
    /// Returns a suggestion to report the fault, with the place of the call.
    public static func reportBugToAWS(
        file: StaticString = #file,
        function: StaticString = #function,
        line: UInt = #line
    ) -> String {
        "Report this to the authors of the library: \(file) \(function), line \(line)"
    }

    /// Returns a suggestion to report a state that the library excludes, with the place of the call.
    public static func shouldNotHappenReportBugToAWS(
        file: StaticString = #file,
        function: StaticString = #function,
        line: UInt = #line
    ) -> String {
        "This should not happen. \(reportBugToAWS(file: file, function: function, line: line))"
    }

    /// Returns a suggestion to report a state that the library excludes.
    public static func shouldNotHappenReportBugToAWSWithoutLineInfo() -> String {
        "This should not happen. Report this to the authors of the library"
    }
}
