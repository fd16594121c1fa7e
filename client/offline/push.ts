import type { LockScreen } from "../../server/platform/push/schema.ts";
import { client, utils } from "../trpc.ts";

/** Under which the browser keeps who has notifications here, to have them again after a new sign-in. */
const key = "stoep-push";

const whoIsHere = () => utils.public.session.current.getData()?.profileId;

/**
 * Has notifications from now on; the browser asks the person at the first time.
 * @throws if they or the browser refuse
 */
export async function startPush(publicKey: string, lockScreen: LockScreen): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  await client.member.live.startPush.mutate({ endpoint, p256dh, auth, lockScreen });
  localStorage.setItem(key, `${lockScreen} ${whoIsHere()}`);
}

export async function stopPush(): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  await client.member.live.stopPush.mutate();
  localStorage.removeItem(key);
}

/** A subscription ends with the session; the same person has it again in the next one. */
export async function resumePush(): Promise<void> {
  const [lockScreen, profileId] = localStorage.getItem(key)?.split(" ") ?? [];
  if (!profileId || profileId !== whoIsHere() || Notification.permission !== "granted") return;
  const push = await client.member.live.push.query();
  if (push?.lockScreen === null)
    await startPush(push.publicKey, lockScreen === "what" ? "what" : "that");
}
