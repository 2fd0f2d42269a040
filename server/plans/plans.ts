/** What other capabilities may use of test plans. */
export { createPlan } from './create.ts'
export { reportPlan } from './report.ts'
