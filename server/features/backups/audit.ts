export const actions = {
  "backups.download": "downloaded a backup",
  "backups.make": "started a backup",
  "backups.restore": "restored a backup",
  "backups.upload": "uploaded a backup to look at",
};
