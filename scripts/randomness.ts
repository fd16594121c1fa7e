// Before each file of tests, so that what fast-check makes up can be made up again.
import fc from "fast-check";
import { numRuns, seed } from "./testSettings.ts";

fc.configureGlobal({ seed, numRuns });
