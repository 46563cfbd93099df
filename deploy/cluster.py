"""`make cluster`: a redis-server, three instances and HAProxy, on one machine and behind one address.

    PORT        where browsers come to; 8080, or a free port if that is taken
    LAN         also open to other machines, by this address of ours: LAN=192.168.1.20

Nothing is kept: Redis has a folder that is deleted at the end. An instance that is killed comes back after a
second, as on a platform; `kill -9` it and look at a table.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INSTANCES = 3
START_S = 30.0
STOP_S = 30.0


def free_port(wanted: int = 0, following: int = 1) -> int:
    """The wanted port, or any; so many in a row are free from there on."""
    for candidate in (wanted, *([0] * 50)):
        try:
            with socket.socket() as first:
                first.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                first.bind(("127.0.0.1", candidate))
                port: int = first.getsockname()[1]
                for n in range(1, following):
                    with socket.socket() as other:
                        other.bind(("127.0.0.1", port + n))
        except (OSError, OverflowError):
            continue
        return port
    raise SystemExit("No free ports.")


def environment(port: int, first_instance: int, redis_port: int, folder: Path) -> dict[str, str]:
    lan = os.environ.get("LAN", "")
    hosts = ["localhost", "127.0.0.1", *([lan] if lan else [])]
    return {
        **os.environ,
        "BIND": f"{'' if lan else '127.0.0.1'}:{port}",
        **{f"INSTANCE_{n + 1}": f"127.0.0.1:{first_instance + n}" for n in range(INSTANCES)},
        "HOST": "127.0.0.1",
        "PUBLIC_ORIGINS": ",".join(f"http://{host}:{port}" for host in hosts),
        "TRUSTED_PROXIES": "127.0.0.1/32",
        "REDIS_URL": f"redis://127.0.0.1:{redis_port}/0",
        "REDIS_PORT": str(redis_port),
        "CLUSTER_DIR": str(folder),
    }


def is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=1):
            return True
    except OSError:
        return False


def run(port: int, folder: Path) -> int:
    """Until somebody or something ends it; honcho's exit code."""
    first_instance = free_port(following=INSTANCES)
    honcho = [sys.executable, "-m", "honcho", "--no-colour", "-f", str(ROOT / "deploy" / "Procfile.cluster")]
    honcho += ["-d", str(ROOT), "start", "-p", str(first_instance), "-c", f"web={INSTANCES}"]
    processes = subprocess.Popen(
        honcho,
        cwd=ROOT,
        env=environment(port, first_instance, free_port(), folder),
        start_new_session=True,  # Ctrl-C is ours to pass on, once
    )
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: processes.terminate())
    deadline = time.monotonic() + START_S
    # The balancer last: it has seen them away, and looks again each second.
    everybody = [*range(first_instance, first_instance + INSTANCES), port]
    while processes.poll() is None and not all(map(is_ready, everybody)):
        if time.monotonic() > deadline:
            processes.terminate()
            processes.wait(STOP_S)
            raise SystemExit("The instances did not become ready; their lines above say why.")
        time.sleep(0.1)
    if processes.poll() is None:
        sys.stderr.write(
            f"\nKortlek is open at http://localhost:{port}  (three instances; Ctrl-C ends them)\n\n"
        )
    return processes.wait()


def main() -> int:
    missing = [program for program in ("redis-server", "haproxy") if shutil.which(program) is None]
    if missing:
        raise SystemExit(f"`make cluster` needs {' and '.join(missing)}.")
    with tempfile.TemporaryDirectory(prefix="kortlek-cluster-") as folder:
        code = run(free_port(int(os.environ.get("PORT", "8080"))), Path(folder))
    return 0 if code in {128 + signal.SIGINT, 128 + signal.SIGTERM, -signal.SIGTERM} else code


if __name__ == "__main__":
    sys.exit(main())
