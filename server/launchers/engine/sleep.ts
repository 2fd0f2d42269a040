import { setTimeout as after } from 'node:timers/promises'

/** Resolves after `ms`, or earlier when `signal` aborts. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  after(ms, undefined, { ...(signal && { signal }), ref: true }).catch(() => undefined)
