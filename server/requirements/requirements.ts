/** What other capabilities may use of requirements. */
export { ownSource } from './own.ts'
export { createRequirement, linkCase } from './write.ts'
