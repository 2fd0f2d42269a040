import { useMemo } from 'react'
import type { CausesAnswer } from '../../../contract/launches/causes.ts'
import { useProject } from '../../boot/context.tsx'
import { askAhead, type AskAhead } from '../launch/ask-ahead.ts'
import { useFailures } from '../test-parts/use-tag-assignment.ts'

/** Asks for the causes of a launch with the press that opens them: they are on their way while the page is drawn. */
export function useCausesAhead(): AskAhead<number, CausesAnswer> {
  const { key } = useProject()
  const failures = useFailures()
  return useMemo(() => askAhead((launchId: number) => failures.causes(key, launchId), String), [failures, key])
}
