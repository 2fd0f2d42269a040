/** What other capabilities may use of integrations. */
export { PROBLEMS } from './check/check.ts'
export { CheckFailure, basic, bearer, createSystem, readAnswer } from './check/system.ts'
export { connectionOf, isStored } from './stored.ts'
