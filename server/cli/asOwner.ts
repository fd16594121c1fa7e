import { once } from "node:events";
import Database from "better-sqlite3";
import { dropRootFor } from "../platform/installation/installation.ts";
import { type OwnerMessage, type OwnerStep, ownerCommand } from "../platform/release/asOwner.ts";
import {
  dropSnapshot,
  keepDatabase,
  keepRoom,
  putDatabaseBack,
} from "../platform/release/dataSteps.ts";
import { command } from "./command.ts";

const tell = (message: OwnerMessage) =>
  new Promise((resolve) => void process.send?.(message, resolve));

const steps: Record<OwnerStep, (data: string, hasSnapshot: boolean) => Promise<unknown>> = {
  "keep-room": keepRoom,
  "keep-database": keepDatabase,
  "drop-snapshot": dropSnapshot,
  async "put-back"(data, hasSnapshot) {
    await putDatabaseBack(data, hasSnapshot, () => void tell({ busy: true }));
    process.channel?.ref();
    const over = once(process, "disconnect");
    await tell({ held: true });
    await over;
  },
};

export const asOwner = command({
  name: ownerCommand,
  summary: "Does what an upgrade does in the data folder, as the owner of the data.",
  // The step takes the place of a file.
  file: "required",
  options: {
    data: { type: "string", value: "FOLDER", required: true, help: "The data folder." },
    snapshot: { type: "boolean", help: "The old database is kept whole." },
  },
  async run({ data, snapshot: hasSnapshot }, step) {
    // Load SQLite's native module while this is still root: the data's owner may be unable to read
    // the program.
    new Database(":memory:").close();
    dropRootFor(data);
    await steps[step as OwnerStep](data, hasSnapshot);
  },
});
