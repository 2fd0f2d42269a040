import { holds } from './authorise.ts'
import type { Principal } from './principals.ts'

/** Returns whether somebody may see which failure tags tests have (PERM-02). */
export const maySeeTags = (caller: Pick<Principal, 'permissions'>): boolean =>
  holds(caller, 'reporting-stacktrace-labels-assign')
