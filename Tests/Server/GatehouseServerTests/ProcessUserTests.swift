// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServer
import Testing

@Suite struct ProcessUserTests {
    private let user = ProcessUser(user: 105, group: 107, groups: [107, 33])

    /// What Linux has in `/proc/self/status` for a process, in part.
    private func status(
        _ uid: String = "105\t105\t105\t105", _ gid: String = "107\t107\t107\t107", groups: String = "33 107 ",
        permitted: String = "0000000000000000", ambient: String = "0000000000000000"
    ) -> String {
        """
        Name:\tgatehouse
        Tgid:\t4711
        Uid:\t\(uid)
        Gid:\t\(gid)
        FDSize:\t256
        Groups:\t\(groups)
        CapInh:\t0000000000000000
        CapPrm:\t\(permitted)
        CapEff:\t0000000000000000
        CapBnd:\t000001ffffffffff
        CapAmb:\t\(ambient)
        NoNewPrivs:\t0

        """
    }

    @Test func `a process with the user's ids, groups and no capability has no other right`() {
        #expect(user.rightsBeside(in: status()) == nil)
        let alone = ProcessUser(user: 105, group: 107, groups: [])
        #expect(alone.rightsBeside(in: status(groups: " ")) == nil)
    }

    @Test(arguments: [
        ("0\t105\t105\t105", "the user ids 0 105 105 105"), ("105\t0\t105\t105", "the user ids 105 0 105 105"),
        ("105\t105\t0\t105", "the user ids 105 105 0 105"), ("105\t105\t105\t0", "the user ids 105 105 105 0"),
        ("105\t105\t105", "the user ids 105 105 105"), ("106\t106\t106\t106", "the user ids 106 106 106 106"),
    ])
    func `another real, effective, saved or file user is a right`(uid: String, rights: String) {
        #expect(user.rightsBeside(in: status(uid)) == rights)
    }

    @Test func `a group of root is a right, as group id and as supplementary group`() {
        #expect(
            user.rightsBeside(in: status(Array(repeating: "105", count: 4).joined(separator: "\t"), "107\t107\t0\t107"))
                == "the group ids 107 107 0 107")
        #expect(user.rightsBeside(in: status(groups: "0 33 107 ")) == "the groups 0 33 107")
        #expect(user.rightsBeside(in: status(groups: "33 ")) == "the groups 33")
    }

    @Test func `a capability is a right, also one that programs inherit`() {
        #expect(
            user.rightsBeside(in: status(permitted: "0000000000000400")) == "the capabilities CapPrm 0000000000000400")
        #expect(
            user.rightsBeside(in: status(ambient: "0000000000000400")) == "the capabilities CapAmb 0000000000000400")
    }

    @Test func `a status without a line is not taken for one without rights`() {
        let lines = ["Uid", "Gid", "Groups", "CapPrm", "CapEff", "CapAmb"]
        for name in lines {
            let cut = status().split(separator: "\n").filter { !$0.hasPrefix(name) }.joined(separator: "\n")
            #expect(user.rightsBeside(in: cut)?.contains("that Linux does not report") == true, "\(name)")
        }
    }

    @Test func `the text of a user is read as that user, and no other text is`() {
        #expect(user.description == "105:107:33,107")
        #expect(ProcessUser("105:107:33,107") == user)
        #expect(ProcessUser("12345:12345:") == ProcessUser(user: 12_345, group: 12_345, groups: []))
        for text in ["", "105", "105:107", ":107:", "105::", "105:107:a", "-1:107:", "105:107:33:4", "root:root:"] {
            #expect(ProcessUser(text) == nil, "\(text)")
        }
    }

    @Test func `a block of texts is divided at its zeros, with empty texts`() {
        #expect(ProgramRestart.starts(in: Array("gatehouse\0check\0\0-v\0".utf8)) == [0, 10, 16, 17])
        #expect(ProgramRestart.starts(in: []) == [])
        // A text without its zero has no end.
        #expect(ProgramRestart.starts(in: Array("a\0b".utf8)) == [0])
    }
}
