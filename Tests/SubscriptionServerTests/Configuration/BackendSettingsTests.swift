// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SubscriptionServer

@Suite struct BackendSettingsTests {
    private static let file = """
        {"database": "file.db", "apps": [
            {"bundleId": "com.example.shop", "appAppleId": 7, "roots": {"Sandbox": ["s.der"], "Xcode": ["x.der"]},
             "serverAPI": {"keyFile": "k.p8", "keyId": "K", "issuerId": "I"}},
            {"bundleId": "com.example.other", "appAppleId": 8}]}
        """

    private func file(_ text: String = file) throws -> BackendSettings { try BackendSettings(json: Data(text.utf8)) }

    private func problems(_ settings: BackendSettings) -> [String] {
        guard case .failure(let found) = settings.configuration(reading: { _ in Data() }) else { return [] }
        return found.problems.map(\.path)
    }

    @Test func anAppThatIsNamedAgainKeepsWhatIsNotSaidAgain() throws {
        let named = BackendSettings(environment: ["OPENSTOREKIT_BACKEND_BUNDLE_ID": "com.example.shop"])
        let first = try file().apps[0]
        #expect(try named.over(file()).apps == file().apps)
        var flags = BackendSettings()
        flags.apps = [.init(bundleId: "com.example.shop", appAppleId: 9, roots: ["Sandbox": ["mine.der"]])]
        let joined = try flags.over(named).over(file())
        #expect(joined.apps.map(\.bundleId) == ["com.example.shop", "com.example.other"])
        #expect(joined.apps[0].appAppleId == 9 && joined.apps[0].serverAPI == first.serverAPI)
        #expect(joined.apps[0].roots == ["Sandbox": ["mine.der"], "Xcode": ["x.der"]])
    }

    @Test func anAppThatIsTwiceInAFileIsToldAlsoWhenItIsNamedElsewhere() throws {
        let twice = try file(#"{"apps": [{"bundleId": "a"}, {"bundleId": "a"}]}"#)
        let named = BackendSettings(environment: [
            "OPENSTOREKIT_BACKEND_BUNDLE_ID": "a", "OPENSTOREKIT_BACKEND_DATABASE": "ledger.db",
        ])
        #expect(problems(named.over(twice)) == ["apps[1].bundleId"])
    }

    @Test(arguments: ["xx", "0", "-1", "1.5", "99999999999999999999"])
    func aWrongNumberOfAnAppIsTold(number: String) throws {
        let settings = BackendSettings(environment: [
            "OPENSTOREKIT_BACKEND_BUNDLE_ID": "com.example.shop", "OPENSTOREKIT_BACKEND_APP_APPLE_ID": number,
            "OPENSTOREKIT_BACKEND_DATABASE": "ledger.db",
        ])
        #expect(problems(settings) == ["OPENSTOREKIT_BACKEND_APP_APPLE_ID"])
        #expect(problems(BackendSettings().over(settings)) == ["OPENSTOREKIT_BACKEND_APP_APPLE_ID"])
    }

    @Test func aNumberOfAnAppThatIsNotNamedIsTold() throws {
        let settings = BackendSettings(environment: ["OPENSTOREKIT_BACKEND_APP_APPLE_ID": "7"])
        #expect(problems(try settings.over(file(#"{"database": "l.db", "apps": [{"bundleId": "a"}]}"#))).count == 1)
    }

    @Test(arguments: [0, -7])
    func aNumberInTheFileIsAboveZero(number: Int) throws {
        let settings = try file(#"{"database": "l.db", "apps": [{"bundleId": "a", "appAppleId": \#(number)}]}"#)
        #expect(problems(settings) == ["apps[0].appAppleId"])
    }

    @Test func theStateDirectoryCountsWhereNothingElseNamesADatabase() throws {
        let defaults = BackendSettings.defaults(environment: ["STATE_DIRECTORY": "/var/lib/a:/var/lib/b"])
        #expect(BackendSettings().over(defaults).database == "/var/lib/a/ledger.db")
        #expect(try BackendSettings().over(file()).over(defaults).database == "file.db")
        #expect(BackendSettings.defaults(environment: [:]).database == nil)
    }

    @Test func variablesThatNobodyReadsAreFound() {
        var environment = Dictionary(uniqueKeysWithValues: BackendSettings.variables.map { ($0, "1") })
        environment["OPENSTOREKIT_BACKEND_PRT"] = "1"
        environment["PATH"] = "/bin"
        #expect(BackendSettings.strangeVariables(in: environment) == ["OPENSTOREKIT_BACKEND_PRT"])
    }

    @Test(arguments: [
        ("{\n  \"database\": x\n}", "line 2, column 15"), ("{\"host\": \"a\"\n \"port\": 1}", "line 2, column 2"),
        ("{\n", "line 2, column 1"), ("", "line 1, column 1"), ("{\"host\": \"é\", x}", "line 1, column 15"),
    ])
    func aFileThatIsNoJSONSaysWhere(text: String, place: String) throws {
        let problem = try #require(throws: SettingsProblem.self) { try file(text) }
        #expect(problem.path == place)
    }

    @Test func whatIsOfAnotherTypeSaysItsName() throws {
        #expect(throws: SettingsProblem.self) { try file("[]") }
        let problem = try #require(throws: SettingsProblem.self) { try file(#"{"apps": [{"bundleId": 1}]}"#) }
        #expect(problem.path == "apps[0].bundleId")
    }
}
