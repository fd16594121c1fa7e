import { errorsOf } from "../../errors.ts";

export const backupsError = errorsOf({
  "backups.no_file": "400 No file arrived. Choose a backup and send it again.",
  "backups.cut_off": "400 The upload stopped halfway. Send the file again.",
  "backups.wrong_type":
    "415 This is not a Stoep backup. The name of a backup ends in .tar.gz or .tar.gz.age. Choose another file.",
  "backups.no_room":
    "507 There is not enough room on the building's disk for this backup. Make room and send it again.",
});
