import { conflict } from '../../http/refusal.ts'
import { storable } from '../../../contract/text-matching.ts'
import type { TestRow } from '../rows.ts'
import type { Operation } from '../writer/writer.ts'
import { changeTests, type ChangePlace } from './change-tests.ts'

/** Links failed tests to an issue, or takes the link away with null. 409, and none is changed, when one of them has not failed with a message. */
export const linkIssueBy = (place: ChangePlace, ids: readonly number[], issueId: string | null): Operation<TestRow[]> =>
  changeTests(place, ids, (tests) => {
    if (issueId !== null && tests.some(({ status, message }) => status !== 'FAILED' || message === null))
      throw conflict('Only failed tests with a message can be linked to an issue')
    const id = issueId === null ? null : storable(issueId)
    return tests.map((row) => (row.issue_id === id ? row : { ...row, issue_id: id }))
  })

/** Links those of these tests that still failed for this cause and have no issue; leaves the others alone. */
export const linkCauseBy = (
  place: ChangePlace,
  ids: readonly number[],
  failureKey: string,
  issueId: string,
): Operation<TestRow[]> =>
  changeTests(place, ids, (tests) =>
    tests.map((row) => (isOf(row, failureKey) ? { ...row, issue_id: storable(issueId) } : row)),
  )

const isOf = ({ status, failure_key: key, issue_id: issue }: TestRow, failureKey: string): boolean =>
  status === 'FAILED' && key === failureKey && issue === null
