/** What other capabilities may use of projects. */
export { addProject } from './create.ts'
export { readProject } from './list.ts'
