import { useCallback } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { TestsQuery } from '../../../contract/launches/launch-tests.ts'
import type { testsList } from '../../../machines/launches/launch-page.machine.ts'

/** Filters that list every test of the launch. */
const NO_FILTERS: Partial<TestsQuery> = {
  testsState: [],
  label: [],
  testCase: undefined,
  failureKey: undefined,
  testId: [],
  failureTag: [],
  quarantined: undefined,
}

/** Returns the actions on a launch's list of tests. */
export function useTestsList(list: ActorRefFrom<typeof testsList>) {
  const filter = useCallback(
    (change: Partial<TestsQuery>) => list.send({ type: 'filter/changed', filter: change }),
    [list],
  )
  const type = useCallback((q: string) => list.send({ type: 'search/typed', q }), [list])
  const reset = useCallback(() => {
    type('')
    filter(NO_FILTERS)
  }, [type, filter])
  const submit = useCallback(() => list.send({ type: 'search/submitted' }), [list])
  const refresh = useCallback(() => list.send({ type: 'list/refresh' }), [list])
  return { filter, reset, type, submit, refresh }
}
