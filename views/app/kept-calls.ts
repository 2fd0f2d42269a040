/**
 * Names of the calls whose last answers this device keeps: what exploratory sessions are made of and described with, and what stands
 * around them. By name: the contract's definitions would come along with every visit.
 */
export const KEPT_CALLS: ReadonlySet<string> = new Set([
  'listProjects',
  'getObservationTypes',
  'listEnvironments',
  'listConfigurationGroups',
  'listExploratoryMilestones',
  'listProjectUsers',
  'listExploratorySessions',
  'getExploratorySession',
])
