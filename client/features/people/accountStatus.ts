import { createContext } from "react";

interface AccountStatus {
  /** The ids of those whom wrong tries keep out. */
  held: ReadonlySet<string>;
  /** The ids of those who have a second step. */
  stepped: ReadonlySet<string>;
}

/** What a list of people knows of them besides their rows. */
export const AccountStatusContext = createContext<AccountStatus>({
  held: new Set(),
  stepped: new Set(),
});
