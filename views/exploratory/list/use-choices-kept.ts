import { useEffect } from 'react'
import { getObservationTypes } from '../../../contract/settings/observation-types.ts'
import { projectChoices } from '../../../services/projects/choices.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { idle } from '../../application/when-idle.ts'

/** Prefetches the options of the session form, whose answers are kept on this device for offline use. */
export function useChoicesKept(): void {
  const { firstAnswers, sendKept } = useApplication()
  const { key } = useProject()
  useEffect(() => {
    let isWanted = true
    const ask = async () => {
      await firstAnswers
      await idle()
      if (!isWanted) return
      const { people, milestones, environments, configurations } = projectChoices(sendKept, key)
      // Optional: the form requests them again.
      await Promise.allSettled([
        people(),
        milestones(),
        environments(),
        configurations(),
        sendKept(getObservationTypes, { params: { projectKey: key } }),
      ])
    }
    void ask()
    return () => {
      isWanted = false
    }
  }, [firstAnswers, key, sendKept])
}
