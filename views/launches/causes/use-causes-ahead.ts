import { useMemo } from 'react'
import { listCauses, type CausesAnswer } from '../../../contract/launches/causes.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { askAhead, type AskAhead } from '../launch/ask-ahead.ts'

/** Requests a launch's causes on press, so that they are on their way while the page renders. */
export function useCausesAhead(): AskAhead<number, CausesAnswer> {
  const { key } = useProject()
  const { send } = useApplication()
  return useMemo(
    () => askAhead((launchId: number) => send(listCauses, { params: { projectKey: key, launchId } }), String),
    [send, key],
  )
}
