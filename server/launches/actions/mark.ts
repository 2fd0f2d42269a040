import { marksFor, type Mark } from '../../../contract/launches/launch-tests.ts'
import { conflict } from '../../http/refusal.ts'
import { NO_FAILURE } from '../failure.ts'
import type { TestRow } from '../rows.ts'
import type { Operation } from '../writer/writer.ts'
import { changeTests } from './change-tests.ts'

/** Gives tests a result by hand, all of them or, with 409, none. What passed has no failure and no issue any more. */
export const markTestsBy = (
  place: { projectId: number; launchId: number },
  ids: readonly number[],
  mark: Mark,
): Operation<TestRow[]> =>
  changeTests(place, ids, (tests) => {
    const allowed = marksFor(tests.map((row) => ({ status: row.status, passedManually: row.passed_manually })))
    if (!allowed.includes(mark)) throw conflict(whyNot(tests, mark))
    return tests.map((row) =>
      mark === 'PASSED'
        ? { ...row, ...NO_FAILURE, status: mark, passed_manually: true, issue_id: null }
        : { ...row, status: mark, passed_manually: false },
    )
  })

const whyNot = (tests: readonly TestRow[], mark: Mark): string =>
  tests.some(({ status }) => status === 'IN_PROGRESS')
    ? 'Tests that are in progress cannot be marked'
    : `There are tests that are ${mark} already`
