import { setTimeout as after } from 'node:timers/promises'

/** Waits so long, or until `signal` says that there is nothing to wait for. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  after(ms, undefined, { ...(signal && { signal }), ref: true }).catch(() => undefined)
