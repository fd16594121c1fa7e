import { errorsOf } from "../../errors.ts";

export const backupError = errorsOf({
  "backups.busy": "409 A backup is already being made. Wait until it is done.",
  "backups.unknown": "404 This backup could not be found. Reload the list.",
  "backups.nothing_kept": "404 Nothing was restored here, so there is nothing to put back.",
  "backups.restoring": "409 A backup is being restored. Wait until that is done.",
  "backups.not_ready": "409 The backup you looked at is no longer open. Choose it again.",
});
