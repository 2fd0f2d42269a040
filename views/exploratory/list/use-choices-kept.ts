import { useEffect } from 'react'
import { useApplication, useProject } from '../../boot/context.tsx'
import { idle } from '../../shared/when-idle.ts'
import { useExploratory } from '../use-exploratory.ts'

/** Prefetches the options of the session form, whose answers are kept on this device for offline use. */
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
      // Optional: the form requests them again.
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
