import { holds } from './authorise.ts'
import type { Principal } from './principals.ts'

/** Returns whether a user may see the failure tags of tests (PERM-02). */
export const maySeeTags = (caller: Pick<Principal, 'permissions'>): boolean =>
  holds(caller, 'reporting-stacktrace-labels-assign')
