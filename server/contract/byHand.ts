// A new table or call must be entered here by hand, because nothing else says it. Everything else
// that the tests in this folder walk is derived from the router, the schemas and the database.

/**
 * Tables as large as the building, not as its past: a few rows for each unit, person, device or
 * rule, or what is kept for 30 days.
 */
export const tablesOfTheBuilding = new Set(
  `units unit_areas unit_parties unit_quotas unit_weights trustee_terms people accounts
  credentials second_factors passkey_challenges settings audit_head staged_imports recent_imports sqlite_sequence events`.split(
    /\s+/,
  ),
);

/** The trail, and tables whose calls need a file, a fine, a mail server, another device or a code. */
export const filledElsewhere = [
  ...["announcement_units", "attachments", "audit_events", "audit_head", "devices", "files"],
  "maintenance_internal_notes",
  ...["outgoing_mail", "passkey_challenges", "passkeys", "recent_imports"],
  ...["recovery_codes", "staged_imports"],
];

/** Tables of notifications and records of actions; they hold nothing that a person creates. */
export const bookkeeping = new Set([
  ...["audit_events", "request_keys", "sessions", "links"],
  ...["fine_status_changes", "maintenance_status_changes", "events", "sqlite_sequence"],
  ...["throttles", "devices", "settings", "recovery_codes", "second_factors", "passkey_challenges"],
  ...["oidc_attempts", "half_sign_ins", "credentials", "outgoing_mail"],
  ...["search_records", "search_index", "search_index_data", "search_index_idx"],
  ...["search_index_docsize", "search_index_config"],
]);

/** Texts of several lines. */
export const textFields = [
  "description",
  "message",
  "reason",
  "note",
  "notes",
  "serviceAddress",
  "text",
  "comment",
];

/** Secrets, which may contain any character and are never shown. */
export const secretFields = ["confirmPassword", "currentPassword", "passphrase", "password"];

/** Values that are searched for and never stored; with a line break they find nothing. */
export const lookedUp = [
  ...["about", "action", "archive", "code", "confirmation", "entry", "filter", "newRole", "q"],
  ...["people", "version", "voter", "bondholder", "who", "cursor", "residentEmail"],
  ...["attestationObject", "authenticatorData", "clientDataJSON", "signature"],
  ...["public.session.signIn username", "public.session.forgot username"],
];

/**
 * Calls that leave an entry and need more than good values, such as a password, a link or a session:
 * see the tests of what they belong to. Set-up makes a person as signUp does, and only removed people
 * can be erased.
 */
export const notedElsewhere = [
  ...["public.session.signIn", "member.session.changePassword", "public.setup.create"],
  ...["public.links.setPassword", "public.links.verify", "member.session.signOutDevice"],
  ...["member.factors.turnOn", "member.factors.newCodes", "member.factors.turnOff"],
  ...["admin.factors.rule", "admin.factors.reset", "member.passkeys.add", "member.passkeys.remove"],
  ...["public.passkeys.signIn", "admin.privacy.erase"],
  // See the tests of pending sign-ins and of the profile.
  ...["public.session.secondStep", "member.profile.confirmEmail", "public.session.signOut"],
  "member.session.replacePassword",
  // See the tests of these features: they need what was done a moment ago.
  ...["gate.visits.undoAdmission", "gate.visits.undoRelease"],
  // See the tests of the trail: it needs a unit that nobody owns or lives in.
  "admin.units.remove",
  // See the tests of visits: it needs one that was signed in for a later day.
  "resident.visitors.arrive",
  // See the tests of notes: no resident may do it.
  "member.maintenance.removeInternalFile",
  // See the tests of entry requests: one has to be open.
  ...["gate.entryRequests.answer", "member.entryRequests.answer"],
  // See the tests of notices: by who posted it.
  ...["member.notices.correct", "member.notices.endOutage", "member.notices.withdraw"],
  "member.notices.removeFile",
  ...["admin.visitors.undoSignOut", "resident.visitors.undoSignOut", "admin.announcements.undo"],
  ...["staff.announcements.undo", "admin.changeDecisions.undo", "admin.fineDecisions.undo"],
  "resident.changeNotices.undoWithdrawal",
  // See the tests of decisions about changes: it also leaves what it does in the register.
  "admin.changeDecisions.confirm",
  // See the tests of decisions about fines: it needs a fine that is withdrawn; and those of
  // reminders, which need one that is overdue.
  ...["admin.fineDecisions.putBack", "admin.reminders.make"],
  // See the tests of corrections, which need what is stored now, and of merges, which need two entries.
  ...["admin.corrections.correct", "admin.merges.merge"],
  // See the tests of printed invites: it needs a sheet.
  "admin.sheets.handOut",
  // See the tests of imports: it needs one.
  "admin.imports.takeBack",
  // See the tests of requests: they need one that is closed.
  ...["resident.maintenance.notFixed", "resident.maintenance.rate"],
  // See there: it takes back what was done a moment ago.
  "member.maintenance.undo",
  // See the tests of joined requests: they need another one.
  ...["admin.maintenance.join", "staff.maintenance.join"],
  // See the tests of the building's picture, which has to be there.
  "admin.buildingPicture.remove",
];

/** Mutations without an audit entry, and why that is right. */
export const unnoted: Record<string, string> = {
  "admin.backups.preview": "only looks at a backup; that one is restored is noted",
  "admin.backups.cancel": "forgets what was looked at",
  "admin.backups.restore": "is noted in what it puts in place: see the tests of backups",
  "admin.imports.discard": "forgets a list that was not imported",
  "gate.entryRequests.ask": "only rings at the unit; what it answers is noted",
  "gate.entryRequests.close": "only stops that",
  "member.live.seen": "only notes on their account which news somebody has seen",
  "member.live.startPush": "only says whether a browser is told of what is new",
  "member.live.stopPush": "only says whether a browser is told of what is new",
  "member.live.chooseMail": "only says how often they get a mail of what is new",
  "member.factors.begin": "changes nothing before a code comes",
  "member.passkeys.beginAdding": "changes nothing before a passkey comes",
  "public.passkeys.begin": "changes nothing before a passkey comes",
  "public.session.forgot": "leaves a mail in the outbox; that a password was chosen is noted",
  "member.session.confirm": "only notes on the session when the password was typed",
  "member.session.sendVerification": "leaves a mail in the outbox; that it was followed is noted",
};

/** Entries without details, because no field has another value afterwards. */
export const nothingToTell = {
  "session.sign_out_everywhere": "the sessions are gone",
  "session.unlock": "wrong tries are forgotten",
  "privacy.reveal": "somebody looked",
  "backups.make": "what is in it is noted beside the backup",
};

/** What streaming requests leave, which are no procedures, besides attached files: their audit actions. */
export const streamActions: Record<string, string> = {
  "GET /building/picture/:version": "nothing: everybody sees it",
  "POST /imports/register": "imports.run",
  "GET /imports/kept": "nothing: a look at one's own list",
  "GET /register": "register.export",
  "POST /admin/backups/upload": "backups.upload",
  "GET /admin/backups/:archive/file": "backups.download",
  "GET /profile/:profileId/data": "privacy.export",
};
