// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Writes a line at the default level.
public func os_log(_ message: OSLogMessage) {
    OSLog.default.write(.default, message.text)
}

/// Writes a line about a part of a program.
public func os_log(_ level: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    log.write(level, message.text)
}

/// Writes a line in the older manner: each `%` with what follows it stands for the next argument.
///
/// Arguments are written as Swift describes them, whatever type the text asks for; `{private}` hides one.
public func os_log(
    _ message: StaticString, log: OSLog = .default, type: OSLogType = .default, _ arguments: Any...
) {
    log.write(type, ArgumentText(format: "\(message)", arguments: arguments).text)
}

/// Fills arguments into a text in the manner of `printf`.
struct ArgumentText {
    private(set) var text = ""

    init(format: String, arguments: [Any]) {
        var rest = format[...]
        var arguments = arguments[...]
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[percent...].dropFirst()
            if rest.first == "%" {
                text += "%"
                rest = rest.dropFirst()
                continue
            }
            let attributes = rest.first == "{" ? rest.prefix { $0 != "}" } : ""
            rest = rest.dropFirst(attributes.count + (attributes.isEmpty ? 0 : 1))
            // Flags, width, precision and length come before the letter, or @, that ends it.
            rest = rest.drop { "#0- +'123456789.*hlqjztL".contains($0) }.dropFirst()
            let isHidden = attributes.contains("private") || attributes.contains("sensitive")
            text += arguments.popFirst().map { isHidden ? "<private>" : String(describing: $0) } ?? "<missing>"
        }
        text += rest
    }
}
