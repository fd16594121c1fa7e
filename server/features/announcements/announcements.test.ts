import { expect, test } from "vitest";
import { handClock, openHouse } from "../../testing.ts";

test.each(["🔧 Lift repaired — dankie!", "<b>bold</b> & 'quoted'", "line one\n\nline two\ttab"])(
  "%j arrives as it was written",
  async (message) => {
    const { as } = openHouse();
    await as("anna").admin.announcements.post({ message });
    expect((await as("thandi").member.announcements.all({})).rows).toMatchObject([{ message }]);
  },
);

test("who posted it takes it back within seconds, and may post the same words again", async () => {
  const { clock, pass } = handClock();
  const { as, db } = openHouse({ clock });
  const [anna, sipho] = [as("anna").admin.announcements, as("sipho").staff.announcements];
  const all = async () =>
    (await as("thandi").member.announcements.all({})).rows.map(({ message }) => message);
  const first = await anna.post({ message: "Water is off" });
  const { id: announcementId } = await sipho.post({ message: "The lift works" });
  await expect(anna.undo({ announcementId })).rejects.toThrow("is not yours");
  pass({ seconds: 20 });
  await sipho.undo({ announcementId });
  expect(await all()).toEqual(["Water is off"]);
  await expect(sipho.undo({ announcementId })).rejects.toThrow("could not be found");
  await anna.undo({ announcementId: first.id });
  expect(await all()).toEqual([]);
  const again = await anna.post({ message: "Water is off" });
  expect(again.id).not.toBe(first.id);
  expect(await all()).toEqual(["Water is off"]);
  pass({ minutes: 2 });
  await expect(anna.undo({ announcementId: again.id })).rejects.toThrow("too long ago");
  expect(await all()).toEqual(["Water is off"]);
  const trail = db.$client.prepare("SELECT action FROM audit_events ORDER BY seq").pluck().all();
  expect(trail.filter((action) => action === "announcements.undo")).toHaveLength(2);
});
