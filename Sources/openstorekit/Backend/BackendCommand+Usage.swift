// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension BackendCommand {
    static let syntax = Options.Syntax(
        switches: ["--json", "--csv", "--quiet", "--help", "-h"],
        values: [
            "--config", "--database", "--host", "--port", "--revocation", "--bundle-id", "--app-apple-id",
            "--rate", "--payload-days", "--tls-certificate", "--tls-key", "--event-days", "--from", "--to", "--app",
            "--environment",
        ],
        lists: ["--root"])

    static let usage = """
        usage: openstorekit backend [OPTION]...
               openstorekit backend check [OPTION]...
               openstorekit backend backup FILE [OPTION]...
               openstorekit backend backfill FILE [OPTION]...
               openstorekit backend report [OPTION]...

        Runs the subscription server until Ctrl-C; says what is wrong with its configuration; writes a copy of its
        ledger, also while it runs; takes in the history of the customers whose transactions stand in a file, one a
        line; or shows how the business does. A backfill that broke off goes on where it was. A ledger in PostgreSQL is
        copied with pg_dump.

          --database PLACE     keep the ledger there: a file, or a PostgreSQL database postgres://user@host/name
          --port N             listen there; 0 is any free port (8090)
          --host ADDRESS       listen on this address of the machine; 0.0.0.0 is all of them (127.0.0.1)
          --bundle-id ID       take what is about this app
          --app-apple-id N     the app's number in the App Store; without it nothing from Production is taken
          --root FILE          trust a local store with this root certificate, in Sandbox; may be given several times
          --revocation HOW     ask Apple about revoked certificates: off, softFail or hardFail (off)
          --tls-certificate FILE  speak TLS with this chain of certificates in PEM,
          --tls-key FILE       and the key of the first; both are read again at SIGHUP
          --payload-days N     keep the texts of notifications for so many days (for ever)
          --event-days N       keep events for so many days, 90 at least (for ever)
          --config FILE        read the rest from there
          --rate N             ask about so many customers in a second, in a backfill (20)
          --quiet              do not print a line of JSON for each request
          --from MONTH         report from this month on, as in 2026-01 (twelve months)
          --to MONTH           report until the end of this month (the present one)
          --app ID             report about this app, when there are several
          --environment NAME   report about Production, Sandbox or another (Production, when the app has a number)
          --csv                print the money of the report as comma-separated values, in thousandths
          --json               say where the server is as one line of JSON, for programs; a report prints its figures

        What stands in the options counts before the environment, that before the file, setting by setting, also of an
        app that several of them name. Where none says where the ledger is, it is ledger.db in $STATE_DIRECTORY, which
        systemd sets for a service. In the environment the names
        are OPENSTOREKIT_BACKEND_DATABASE, _PORT, _HOST, _REVOCATION, _BUNDLE_ID, _APP_APPLE_ID, _PAYLOAD_DAYS,
        _EVENT_DAYS, _TLS_CERTIFICATE, _TLS_KEY and _CONFIG. The file:

          {"database": "ledger.db", "host": "127.0.0.1", "port": 8090, "revocation": "hardFail", "payloadDays": 90,
           "apps": [{"bundleId": "com.example.shop", "appAppleId": 1234567890, "roots": {"Sandbox": ["root.der"]},
                     "serverAPI": {"keyFile": "AuthKey_X.p8", "keyId": "X", "issuerId": "Y", "urls": {"Sandbox": "…"}}}]}

        With serverAPI the App Store is asked about what was missed, at the start and every hour. Its urls are for local
        stores, which are asked in Apple's place.

        The first start makes a key that opens everything and shows it once.
        """
}
