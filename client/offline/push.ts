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
  await subscribe(publicKey, lockScreen);
  localStorage.setItem(key, `${lockScreen} ${whoIsHere()}`);
}

async function subscribe(publicKey: string, lockScreen: LockScreen): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  await client.member.live.startPush.mutate({ endpoint, p256dh, auth, lockScreen });
}

export async function stopPush(): Promise<void> {
  // First, so that no page that is being opened has them again.
  localStorage.removeItem(key);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  await client.member.live.stopPush.mutate();
}

/** The choice for locked screens; undefined if the person who is here has no notifications. */
function lockScreenKept(): LockScreen | undefined {
  const [lockScreen, profileId] = localStorage.getItem(key)?.split(" ") ?? [];
  if (!profileId || profileId !== whoIsHere()) return undefined;
  return lockScreen === "what" ? "what" : "that";
}

/** A subscription ends with the session; the same person has it again in the next one. */
export async function resumePush(): Promise<void> {
  if (!lockScreenKept() || Notification.permission !== "granted") return;
  const push = await client.member.live.push.query();
  // Asked again, because they may have stopped it meanwhile.
  const lockScreen = lockScreenKept();
  if (push?.lockScreen === null && lockScreen) await subscribe(push.publicKey, lockScreen);
}
