/**
 * Names of the calls whose last answers this device keeps: what exploratory sessions and test runs are made of and described with. By name: the
 * contract's definitions would come along with every visit.
 */
export const KEPT_CALLS: ReadonlySet<string> = new Set([
  'getObservationTypes',
  'listEnvironments',
  'listConfigurationGroups',
  'listExploratoryMilestones',
  'listRequirementSystems',
  'listProjectUsers',
  'getResultStatuses',
  'listExploratorySessions',
  'getExploratorySession',
])

/** Names of the calls that the page of a test is drawn from. */
export const READ_CALLS: ReadonlySet<string> = new Set(['getTest', 'listTestLogs', 'listTestHistory'])
