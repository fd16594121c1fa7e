import { createContext } from "react";

interface AccountStatus {
  /** The ids of the people whom failed attempts lock out. */
  held: ReadonlySet<string>;
  /** The ids of the people who have a second step. */
  stepped: ReadonlySet<string>;
}

/** What a list of people needs besides its rows. */
export const AccountStatusContext = createContext<AccountStatus>({
  held: new Set(),
  stepped: new Set(),
});
