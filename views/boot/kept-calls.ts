/**
 * Names of the calls whose latest answers this device keeps for exploratory sessions and test runs. Plain names, because importing the
 * contract's definitions would add them to every visit.
 */
export const KEPT_CALLS: ReadonlySet<string> = new Set([
  'getObservationTypes',
  'listEnvironments',
  'listConfigurationGroups',
  'listExploratoryMilestones',
  'listRequirementSystems',
  'listProjectUsers',
  'getResultStatuses',
  'getPriorities',
  'getAutomationStates',
  'listTestCaseFields',
  'listEffectiveVariables',
  'listExploratorySessions',
  'getExploratorySession',
])

/** Names of the calls that a test's page loads. */
export const READ_CALLS: ReadonlySet<string> = new Set(['getTest', 'listTestLogs', 'listTestHistory'])
