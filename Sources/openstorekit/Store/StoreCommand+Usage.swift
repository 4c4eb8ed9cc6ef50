// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreEngine

extension StoreCommand {
    static let syntax = Options.Syntax(
        switches: ["--json", "--verbose", "--quiet", "--exit-when-done", "--help", "-h"] + ServerOptions.switches,
        values: [
            "--listen", "--port", "--control-token", "--client-token", "--scenario", "--environment", "--data",
            "--time-rate", "--seed",
        ] + ServerOptions.values,
        lists: ["--notify"] + AppOptions.lists + ServerOptions.lists)

    static let usage = """
        usage: openstorekit store FILE.storekit... [OPTION]...

        Runs a local App Store that sells what the files describe, each for an app of its own, until Ctrl-C.

          --port N             listen there; 0 is any free port (8080)
          --listen ADDRESS     listen on this address of the machine; 0.0.0.0 is all of them (127.0.0.1). Beyond this
                               machine it needs a control token
          --control-token T    let nobody use the control API without "Authorization: Bearer T"
                               ($OPENSTOREKIT_CONTROL_TOKEN)
          --client-token T     on an address beyond this machine, serve StoreKit clients that show this token, and no
                               others; they take it from $OPENSTOREKIT_TOKEN ($OPENSTOREKIT_TOKEN)
        \(AppOptions.usage)
          --environment NAME   Sandbox or Production, as it stands in signed data (Sandbox)
          --notify URL         post App Store Server Notifications V2 there, or APP=URL those of the app with that
                               bundle identifier; may be given several times
        \(ServerOptions.usage)
          --time-rate NAME     how fast subscriptions renew (what the file says, else realTime)
          --data DIR           keep everything there and go on from it; without it only certificates and keys are
                               kept ($XDG_STATE_HOME/openstorekit, else ~/.local/state/openstorekit). A store keeps
                               the configuration it began with: an edited file needs another DIR
          --scenario FILE      play a script of control calls and expectations (see Examples/Scenarios); a step may
                               name the "environment" and, where there are several, must name the "app"
          --exit-when-done     close the store behind the script; the exit status says whether it passed
          --seed N             make up the same identifiers as another new store with this number
          --verbose            also log what the signed strings in answers and notifications say
          --quiet              log nothing; otherwise each request and notification is a line of the standard error
          --json               say where the store is as one line of JSON, for programs

        With several files each app has a store and a clock of its own. Servers name it in their token, StoreKit
        clients by their bundle identifier, and control calls by ?app=ID.

        The time rates are those of Xcode:
        \(rates)
        """

    static let defaultBundleID = "com.example.shop"
    static let defaultAppAppleID: Int64 = 1_234_567_890

    private static var rates: String {
        TimeRate.allCases.map { "  \($0.name)" }.joined(separator: "\n")
    }
}
