import { setTimeout as currentDelay } from 'node:timers/promises'

/**
 * Time and network as they were when this was loaded. Tests that run in the same process, as those of Mocha, replace the global ones by fakes.
 */
export const { fetch, setTimeout, clearTimeout } = globalThis
export const { now } = Date
export const delay = currentDelay
