import { marksFor, type Mark } from '../../../contract/launches/launch-tests.ts'
import { conflict } from '../../http/refusal.ts'
import { NO_FAILURE, NO_TAG, tagOfFailure } from '../failure.ts'
import type { TestRow } from '../rows.ts'
import type { Batch } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'
import { changeTests, type ChangePlace } from './change-tests.ts'

/** Sets the result of tests manually, all or none; 409 otherwise. A test marked as passed loses its failure and its issue. */
export const markTestsBy = (place: ChangePlace, ids: readonly number[], mark: Mark): Operation<TestRow[]> =>
  changeTests(
    place,
    ids,
    (tests, batch) => {
      const allowed = marksFor(tests.map((row) => ({ status: row.status, passedManually: row.passed_manually })))
      if (!allowed.includes(mark)) throw conflict(whyNot(tests, mark))
      return tests.map((row) =>
        mark === 'PASSED'
          ? { ...row, ...NO_FAILURE, ...NO_TAG, status: mark, passed_manually: true, issue_id: null }
          : {
              ...row,
              ...(mark === 'FAILED' ? tagOfMarked(batch, row) : NO_TAG),
              status: mark,
              passed_manually: false,
            },
      )
    },
    { failures: [{ launchId: place.launchId, keys: [null] }] },
  )

/** A manual failure is tagged for investigation, like any failure without a known cause. */
const tagOfMarked = (batch: Batch, row: TestRow) =>
  row.failure_tag_id === null
    ? { ...tagOfFailure(batch, row.project_id, null, null), failure_tag_feedback: false }
    : { failure_tag_id: row.failure_tag_id, failure_tag_feedback: row.failure_tag_feedback }

const whyNot = (tests: readonly TestRow[], mark: Mark): string =>
  tests.some(({ status }) => status === 'IN_PROGRESS')
    ? 'Tests that are in progress cannot be marked'
    : `There are tests that are ${mark} already`
