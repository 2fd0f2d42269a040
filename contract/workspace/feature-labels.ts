import type { Feature } from '../access.ts'

/** Name of each edition feature, and what becomes unavailable when it is switched off (PRODUCT-07). In the order of `FEATURES`. */
export const FEATURE_LABELS: Record<Feature, { name: string; gates: string }> = {
  'test-automation': {
    name: 'Test automation',
    gates: 'Automation launches, their tests and logs, live updates and reporting by agents; launchers with them.',
  },
  'test-case-management': {
    name: 'Test case management',
    gates:
      'Test cases, shared steps, test runs, test plans, exploratory sessions, and the settings of fields and results.',
  },
  launcher: { name: 'Launchers', gates: 'Starting automation from here, and the engine utilization dashboard.' },
  plans: { name: 'Test plans', gates: 'Test plans and their pages.' },
  'trash-bin': { name: 'Trash bin', gates: 'Deleted test cases that can be brought back.' },
  'test-repository-import': {
    name: 'Test repository import',
    gates: 'Importing test cases from files and from other tools.',
  },
  'test-case-history': {
    name: 'Test case history',
    gates: 'The change log of a test case, and going back to one of its versions.',
  },
  'ai-assistant': { name: 'AI assistant', gates: 'Test cases suggested by a language model.' },
  'defects-linking': {
    name: 'Defects linking',
    gates: 'Links from results to a tracker of defects, and its integration.',
  },
  'requirements-mapping': {
    name: 'Requirements mapping',
    gates: 'Links from test cases to requirements, and their integration.',
  },
  'custom-result-statuses': {
    name: 'Custom result statuses',
    gates: 'The page where a project sets its own result statuses.',
  },
  'test-case-variables': {
    name: 'Test case variables',
    gates: 'Variables of a project and its environments; without it, environments alone.',
  },
  'custom-test-case-layout': {
    name: 'Custom test case layout',
    gates: 'Creating, editing, deleting and moving custom fields of test cases.',
  },
  'saml-sso': { name: 'SAML single sign-on', gates: 'Signing in by SAML, and its set-up.' },
  'execution-summary-report': { name: 'Execution summary report', gates: 'The report of test executions.' },
  'execution-duration-report': { name: 'Execution duration report', gates: 'The report of how long tests take.' },
}
