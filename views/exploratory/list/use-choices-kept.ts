import { useEffect } from 'react'
import { useApplication, useProject } from '../../boot/context.tsx'
import { idle } from '../../shared/when-idle.ts'
import { useExploratory } from '../use-exploratory.ts'

/** Has this device know what a session is described with before the network goes: the answers are kept as they come. */
export function useChoicesKept(): void {
  const { firstAnswers } = useApplication()
  const { key } = useProject()
  const exploratory = useExploratory()
  useEffect(() => {
    let isWanted = true
    const ask = async () => {
      await firstAnswers
      await idle()
      if (!isWanted) return
      const { people, milestones, environments, configurations, observationTypes } = exploratory
      // Nothing depends on it: whoever needs one of them asks for it anew.
      await Promise.allSettled(
        [people, milestones, environments, configurations, observationTypes].map((one) => one(key)),
      )
    }
    void ask()
    return () => {
      isWanted = false
    }
  }, [firstAnswers, key, exploratory])
}
