/** What other capabilities may use of exploratory sessions. */
export { carryOut } from './carry-out.ts'
export { countMedia, deleteMedia, selectOldMedia } from './media.ts'
export { observationsOf, readSessions } from './read.ts'
