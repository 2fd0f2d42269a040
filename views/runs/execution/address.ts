import { inProjectHref, paths } from '../../shared/routes.ts'

/** Path of a run's execution page, with one of its cases open. */
export const executionHref = (projectKey: string, runId: number | string, caseKey?: string): string =>
  `${inProjectHref(paths.testRun, projectKey).replace(':runId', `${runId}`)}${
    caseKey === undefined ? '' : `?case=${encodeURIComponent(caseKey)}`
  }`
