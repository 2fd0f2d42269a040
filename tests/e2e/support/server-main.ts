import path from 'node:path'

/** The built server. */
export const serverMain = path.join(import.meta.dirname, '../../../dist/server/main.js')
