import type { z } from 'zod/mini'
import type { exportTestRepository } from '../../../contract/cases/report.ts'
import type { ProjectScope } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import { readCases } from '../content/read.ts'
import { readSuitesAbove, titlesAbove } from './suite-paths.ts'

type Report = z.infer<typeof exportTestRepository.answer>['data']

/** Returns the report's contents, with two statements. Suites are in the order of their first case. */
export const reportOf = async (db: Db, project: ProjectScope, testCaseIds: readonly number[]): Promise<Report> => {
  const testCases = (await readCases(db, project, [...new Set(testCaseIds)])).filter(({ deleted }) => !deleted)
  const suiteIds = [...new Set(testCases.flatMap(({ testSuiteId }) => testSuiteId ?? []))]
  const paths = titlesAbove(await readSuitesAbove(db, project.id, suiteIds))
  return { testCases, testSuites: suiteIds.map((id) => ({ id, path: [...(paths.get(id) ?? [])] })) }
}
