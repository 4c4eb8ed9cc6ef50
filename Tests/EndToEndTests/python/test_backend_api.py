"""Made-up requests against the subscription server, held against what it says of itself.

usage: test_backend_api.py OPENSTOREKIT [EXAMPLES]

schemathesis makes requests out of /openapi.json, sensible ones and others; whatever it sends, the server must answer as it is
described, and never with a 5xx. The seed is fixed. Without EXAMPLES it is short: five requests for each operation; with it
there are so many, and those that try every limit of every field.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def main() -> int:
    tool = sys.argv[1]
    is_long = len(sys.argv) > 2
    examples = sys.argv[2] if is_long else "5"
    phases = "coverage,fuzzing" if is_long else "fuzzing"
    schemathesis = Path(sys.executable).with_name("schemathesis")
    with tempfile.TemporaryDirectory() as directory:
        arguments = [
            tool, "backend", "--json", "--quiet", "--port", "0", "--bundle-id", "com.example.shop",
            "--database", str(Path(directory) / "ledger.db"),
        ]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as server:
            try:
                greeting = json.loads(server.stdout.readline())
                outcome = subprocess.run(
                    [
                        schemathesis, "run", greeting["url"] + "/openapi.json",
                        "--header", "Authorization: Bearer " + greeting["key"],
                        "--checks", CHECKS, "--max-examples", examples, "--seed", "1",
                        "--phases", phases, "--generation-database", "none",
                        "--continue-on-failure", "--warnings", "off", "--no-color", "--request-timeout", "20",
                        # What no text can hold is refused before anybody looks at it.
                        "--generation-allow-x00", "false",
                        # It has no end.
                        "--exclude-path", "/v1/events/stream",
                    ],
                    cwd=directory,
                    check=False,
                )
                if server.poll() is not None:
                    print("the server did not survive")
                    return 1
                return outcome.returncode
            finally:
                server.terminate()
                try:
                    server.wait(timeout=20)
                except subprocess.TimeoutExpired:
                    server.kill()


if __name__ == "__main__":
    sys.exit(main())
