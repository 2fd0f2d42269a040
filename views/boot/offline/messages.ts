/** Sent by a page to the waiting service worker: activate now. */
export const TAKE_OVER = 'take over'

export const SERVICE_WORKER = '/service-worker.js'
