import { inProjectHref, paths } from '../../shared/routes.ts'

/** The page that executes a run, with one of its cases open. */
export const executionHref = (projectKey: string, runId: number | string, caseKey?: string): string =>
  `${inProjectHref(paths.testRun, projectKey).replace(':runId', `${runId}`)}${
    caseKey === undefined ? '' : `?case=${encodeURIComponent(caseKey)}`
  }`
