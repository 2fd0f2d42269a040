import { useMemo } from 'react'
import type { CausesAnswer } from '../../../contract/launches/causes.ts'
import { useProject } from '../../boot/context.tsx'
import { askAhead, type AskAhead } from '../launch/ask-ahead.ts'
import { useFailures } from '../test-parts/use-tag-assignment.ts'

/** Requests a launch's causes on press, so that they are on their way while the page renders. */
export function useCausesAhead(): AskAhead<number, CausesAnswer> {
  const { key } = useProject()
  const failures = useFailures()
  return useMemo(() => askAhead((launchId: number) => failures.causes(key, launchId), String), [failures, key])
}
