import { paths } from './routes.ts'

/** The pages in their order; who may open which, the route table says. */
export const SETTINGS_PAGES = [
  { label: 'General', path: paths.settings },
  { label: 'Test case fields', path: paths.testCaseFields },
  { label: 'Priorities', path: paths.priorities },
  { label: 'Automation states', path: paths.automationStates },
  { label: 'Result statuses', path: paths.resultStatuses },
  { label: 'Observation types', path: paths.observationTypes },
  { label: 'Configurations', path: paths.configurations },
  { label: 'Environments and variables', path: paths.environmentsVariables },
  { label: 'Environments', path: paths.environments },
  { label: 'Requirement systems', path: paths.requirementSystems },
  { label: 'Members', path: paths.members },
  { label: 'Change log', path: paths.changeLog },
] as const
