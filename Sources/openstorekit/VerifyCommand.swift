// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData

/// `openstorekit verify`: says whether the App Store signed a text, and shows what is in it.
enum VerifyCommand {
    static let usage = """
        usage: openstorekit verify FILE [--root FILE]... [--bundle-id ID] [--app-apple-id N]
                                   [--environment NAME]... [--now]

        Checks the signature and the certificates of App Store data and prints what was signed.
        FILE holds a compact JWS or a notification's body, {"signedPayload": "..."}; - reads standard input.

          --root FILE         trust this root certificate (DER or PEM) instead of Apple Root CA - G3;
                              for data from StoreKit testing in Xcode, its one certificate
          --bundle-id ID      refuse data about another app
          --app-apple-id N    refuse production data about another app
          --environment NAME  refuse data from other stores: Production, Sandbox, Xcode or LocalTesting
          --now               certificates must be valid now, not only when the data was signed

        Exit status: 0 verified, 1 refused, 2 the file or the arguments cannot be used.
        """

    /// Something about the arguments or files that keeps us from verifying at all.
    private struct Unusable: Error {
        let message: String
    }

    private struct Options {
        var file: String?
        var roots: [Certificate] = []
        var bundleID: String?
        var appAppleID: Int64?
        var environments: Set<AppStoreEnvironment>?
        var validationTime = Trust.ValidationTime.signingDate
    }

    /// Runs the command with what followed its name and returns the process's exit status.
    static func run(arguments: [String]) -> Int32 {
        if arguments.contains("--help") || arguments.contains("-h") {
            write(usage, to: .standardOutput)
            return 0
        }
        do {
            let options = try parse(arguments)
            guard let file = options.file else { throw Unusable(message: "No file given.\n\(usage)") }
            return verify(try compactJWS(in: file), options: options)
        } catch let problem as Unusable {
            write("openstorekit verify: \(problem.message)", to: .standardError)
        } catch {
            write("openstorekit verify: \(error)", to: .standardError)
        }
        return 2
    }

    private static func verify(_ compact: String, options: Options) -> Int32 {
        do throws(VerificationFailure) {
            let unfolded = try UnfoldedPayload(compact, verifier: verifier(for: compact, options: options))
            write(verdict(unfolded), to: .standardOutput)
            write(unfolded.json, to: .standardOutput)
            for (field, failure) in unfolded.refusals.sorted(by: { $0.key < $1.key }) {
                write("Refused inside, \(field): \(sentence(failure))", to: .standardError)
            }
            return unfolded.refusals.isEmpty ? 0 : 1
        } catch {
            write("Refused: \(sentence(error))", to: .standardError)
            return 1
        }
    }

    private static func verifier(for compact: String, options: Options) -> JWSVerifier {
        let expectation = ExpectedApp.only(
            bundleID: options.bundleID, appAppleID: options.appAppleID, environments: options.environments)
        let isAlone = (try? UnverifiedJWS(compact))?.header.certificates?.count == 1
        let trust: Trust =
            if isAlone, options.roots.count == 1 {
                .xcode(options.roots[0], validationTime: options.validationTime)
            } else {
                .appStore(
                    roots: options.roots.isEmpty ? [.appleRootCAG3] : options.roots,
                    validationTime: options.validationTime)
            }
        return JWSVerifier(trust: trust, expecting: expectation)
    }

    private static func verdict(_ unfolded: UnfoldedPayload) -> String {
        var parts = ["Verified: \(unfolded.kind.rawValue)"]
        parts.append(unfolded.claims.environment ?? "no environment")
        if case .made(let bundleID) = unfolded.claims.bundleID { parts.append(bundleID ?? "no bundle identifier") }
        let signers = unfolded.signer.certificates.map(\.description).joined(separator: " < ")
        return parts.joined(separator: ", ") + "; signed by " + signers
    }

    private static func sentence(_ failure: VerificationFailure) -> String {
        "\(failure.message). \(failure.fix)"
    }

    // MARK: Input

    private static func parse(_ arguments: [String]) throws -> Options {
        var options = Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            func value() throws -> String {
                guard let value = rest.popFirst() else { throw Unusable(message: "\(argument) needs a value.") }
                return value
            }
            switch argument {
            case "--root": options.roots.append(try certificate(in: value()))
            case "--bundle-id": options.bundleID = try value()
            case "--app-apple-id":
                let text = try value()
                guard let number = Int64(text) else { throw Unusable(message: "\(text) is no app's number.") }
                options.appAppleID = number
            case "--environment":
                let text = try value()
                guard let environment = AppStoreEnvironment(rawValue: text) else {
                    throw Unusable(message: "\(text) is none of Production, Sandbox, Xcode and LocalTesting.")
                }
                options.environments = (options.environments ?? []).union([environment])
            case "--now": options.validationTime = .now
            default:
                guard argument == "-" || !argument.hasPrefix("-") else {
                    throw Unusable(message: "There is no option \(argument).\n\(usage)")
                }
                guard options.file == nil else { throw Unusable(message: "Give one file, not also \(argument).") }
                options.file = argument
            }
        }
        return options
    }

    private static func contents(of file: String) throws -> Data {
        let data =
            file == "-"
            ? try? FileHandle.standardInput.readToEnd() ?? Data() : try? Data(contentsOf: URL(fileURLWithPath: file))
        guard let data else { throw Unusable(message: "\(file) cannot be read. Check its name and permissions.") }
        return data
    }

    private static func certificate(in file: String) throws -> Certificate {
        let data = try contents(of: file)
        let isPEM = data.starts(with: Data("-----".utf8)) || data.range(of: Data("-----BEGIN ".utf8)) != nil
        do throws(SignedDataError) {
            return try isPEM ? Certificate(pem: String(decoding: data, as: UTF8.self)) : Certificate(der: data)
        } catch {
            throw Unusable(message: "\(file): \(error.message). \(error.fix)")
        }
    }

    /// The signed text of a file that holds nothing else or is the body of a notification.
    private static func compactJWS(in file: String) throws -> String {
        let data = try contents(of: file)
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw Unusable(message: "\(file) is empty. Save the signed text in it.") }
        guard text.hasPrefix("{") else { return text }
        guard let body = try? JSONDecoder().decode(ResponseBodyV2.self, from: data), let payload = body.signedPayload
        else {
            throw Unusable(message: "\(file) is JSON without signedPayload. Give the signed text, not its contents.")
        }
        return payload
    }

    private static func write(_ line: String, to handle: FileHandle) {
        // A reader that went away, as in a pipe to head, is no reason to fail.
        try? handle.write(contentsOf: Data((line + "\n").utf8))
    }
}
