import { LIMITS } from '../limits.ts'

const counted = (one: string, many: string) => (count: number) => (count === 1 ? one : many)

/** Texts of test plans that the server, the machines and the pages share (PLANS, PLANED). */
export const PLAN_TEXTS = {
  notFound: "Test plan doesn't exist",
  closed: 'The test plan is closed',
  notYours:
    "You don't have permissions required to perform bulk actions on this test plan. You can only modify plans that you created.",
  notYourPlan: 'You can only modify test plans that you created.',
  tooManyRuns: `Your selection results in more than ${LIMITS.planRuns} runs. Please remove unnecessary ones before proceeding.`,
  tooManyCombinations: `Your selection results in more than ${LIMITS.planCombinations} configuration combinations. Please remove unnecessary configuration options before proceeding.`,
  noConfigurations: 'Choose at least one configuration',
  noRuns: 'Check at least one run',
  noCases: 'Choose at least one test case',
  sameCombination: 'Another run has the same configuration',
  notOfPlan: 'Choose one option of each configuration group of the plan',
  created: 'Test plan was successfully created',
  updated: 'Test plan was successfully updated',
  linkCopied: 'Link to plan copied to clipboard',
  closedToast: counted('Test plan was successfully closed', 'Test plans were successfully closed'),
  deletedToast: counted('Test plan was successfully deleted', 'Test plans were successfully deleted'),
} as const
