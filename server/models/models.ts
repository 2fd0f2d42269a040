/** What other capabilities may use of models. */
export { createModel } from './create.ts'
