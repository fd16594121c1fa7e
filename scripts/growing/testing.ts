import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { freePort } from "../../server/fixtures/freePort.ts";
import { newFolder } from "../../server/platform/backup/testing.ts";
import { root } from "../../server/platform/installation/paths.ts";
import { tool } from "../tool.ts";

const here = join(root, "scripts/growing/spare");

/** The real program, from npm, in a folder for PATH. */
function litestreamFolder(): string {
  const from = createRequire(import.meta.url).resolve("@flydotio/litestream/package.json");
  const bin = newFolder();
  const pack = `litestream-linux-${process.arch}`;
  symlinkSync(join(dirname(from), "..", pack, "litestream"), join(bin, "litestream"));
  return bin;
}

/** An ssh server for the test on loopback, and the keys that `replicate` uses. */
async function sshServer() {
  tool("ssh-keygen", "openssh-client");
  // Debian's sshd must be started by its full path, and it is not on every user's PATH.
  const program = "/usr/sbin/sshd";
  if (!existsSync(program)) tool("sshd", "openssh-server");
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  const folder = newFolder();
  for (const key of ["host", "spare.key"])
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, key)]);
  copyFileSync(join(folder, "spare.key.pub"), join(folder, "allowed"));
  const port = await freePort();
  const lines = [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${folder}/host`,
    `AuthorizedKeysFile ${folder}/allowed`,
    // The folder is below /tmp, which is writable for everyone.
    "StrictModes no",
    "PasswordAuthentication no",
    "UsePAM no",
    "PidFile none",
  ];
  writeFileSync(join(folder, "sshd_config"), `${lines.join("\n")}\n`);
  const server = spawn(program, ["-D", "-e", "-f", join(folder, "sshd_config")]);
  onTestFinished(() => void server.kill("SIGKILL"));
  await new Promise<void>((resolve, reject) => {
    let output = "";
    server.stderr.on("data", (chunk) => {
      output += chunk;
      if (output.includes("Server listening")) resolve();
    });
    server.once("exit", () => reject(new Error(`sshd did not start: ${output}`)));
  });
  return { folder, port };
}

/** A connection to a port that can go silent while staying open, or be cut. */
async function line(to: number) {
  const open = new Set<Socket>();
  let quiet = false;
  const server = createServer((near) => {
    const far = connect(to, "127.0.0.1");
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("data", (chunk) => void (quiet || into.write(chunk)));
      from.on("error", () => undefined);
      from.on("close", () => {
        open.delete(from);
        into.destroy();
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port,
    setQuiet: (whether: boolean) => {
      quiet = whether;
    },
    cut: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

/** A spare machine in a folder, and `replicate` as it runs on the machine that serves. */
export async function spareMachine(data: string) {
  const { folder: settings, port } = await sshServer();
  const connection = await line(port);
  const [state, outside] = [newFolder(), newFolder()];
  const replica = join(outside, "replica");
  mkdirSync(replica);
  const host = readFileSync(join(settings, "host.pub"), "utf8").split(" ").slice(0, 2).join(" ");
  writeFileSync(join(settings, "spare.known"), `[127.0.0.1]:${connection.port} ${host}\n`);
  copyFileSync(join(here, "litestream.yml"), join(settings, "litestream.yml"));
  const path = `${litestreamFolder()}:${process.env.PATH}`;
  const output: string[] = [];
  const start = (): ChildProcess => {
    const child = spawn(join(here, "replicate"), {
      detached: true,
      env: {
        PATH: path,
        HOME: process.env.HOME,
        STOEP_DATA: data,
        STATE_DIRECTORY: state,
        SPARE: `${userInfo().username}@127.0.0.1`,
        SPARE_SSH: `-p ${connection.port}`,
        SPARE_SETTINGS: settings,
        REPLICA: replica,
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => void output.push(String(chunk)));
    return child;
  };
  const replicate = start();
  /** Like pulling the plug: kills Litestream, ssh and everything else. */
  const kill = () => {
    try {
      process.kill(-(replicate.pid ?? 0), "SIGKILL");
    } catch {
      // It has ended already.
    }
  };
  onTestFinished(kill);
  /** The number of audit entries that the other machine says the copy contains. */
  const noted = () => {
    const file = join(replica, "newest");
    return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[1]) : 0;
  };
  return { connection, replica, path, kill, noted, output: () => output.join("") };
}
