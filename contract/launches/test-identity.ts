import { hash } from 'node:crypto'

/** Returns the identity of a test: equal in all launches. `variant` tells tests of one method apart, by the index of their arguments or by name. */
export const testIdentity = (
  className: string | null,
  method: string | null,
  variant: number | string | null,
): string => hash('md5', JSON.stringify([className ?? '', method ?? '', variant]))
