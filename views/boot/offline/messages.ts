/** From a page to the version that waits: it may begin now. */
export const TAKE_OVER = 'take over'

export const SERVICE_WORKER = '/service-worker.js'
