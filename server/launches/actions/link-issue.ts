import { conflict } from '../../http/refusal.ts'
import { storable } from '../../../contract/text-matching.ts'
import type { TestRow } from '../rows.ts'
import type { Operation } from '../writer/operation.ts'
import { changeTests, type ChangePlace } from './change-tests.ts'

/** Links failed tests to an issue; null removes the link. 409, and nothing changes, when one of them is not a failure with a message. */
export const linkIssueBy = (place: ChangePlace, ids: readonly number[], issueId: string | null): Operation<TestRow[]> =>
  changeTests(place, ids, (tests) => {
    if (issueId !== null && tests.some(({ status, message }) => status !== 'FAILED' || message === null))
      throw conflict('Only failed tests with a message can be linked to an issue')
    const id = issueId === null ? null : storable(issueId)
    return tests.map((row) => (row.issue_id === id ? row : { ...row, issue_id: id }))
  })

/** Links those of the tests that still fail with one of these failure keys and have no issue; skips the others. */
export const linkCauseBy = (
  place: ChangePlace,
  ids: readonly number[],
  failureKeys: readonly string[],
  issueId: string,
): Operation<TestRow[]> =>
  changeTests(place, ids, (tests) =>
    tests.map((row) => (isOneOf(row, failureKeys) ? { ...row, issue_id: storable(issueId) } : row)),
  )

const isOneOf = ({ status, failure_key: key, issue_id: issue }: TestRow, failureKeys: readonly string[]): boolean =>
  status === 'FAILED' && key !== null && failureKeys.includes(key) && issue === null
