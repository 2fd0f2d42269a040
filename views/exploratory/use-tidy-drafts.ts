/** Deletes files of abandoned drafts: pictures and videos would fill this device's disk. */
import { useEffect } from 'react'
import { clearDraftFiles, type Forsaken } from '../../store/drafts/exploratory-drafts.ts'
import type { Log } from '../../store/log/log.ts'
import { useLog } from '../application/log/log.ts'
import { whenIdle } from '../application/when-idle.ts'
import { recall, remember } from '../ui/browser/remember.ts'

export function useTidyDrafts(): void {
  const log = useLog()
  // Retried next time.
  useEffect(() => whenIdle(() => void tidy(log).catch(() => undefined)), [log])
}

async function tidy(log: Log): Promise<void> {
  const habit = `forsaken-files.${log.db.name}`
  const before = readForsaken(recall(habit))
  const forsaken = await clearDraftFiles(log, before, Date.now())
  if (Object.keys(before).length + Object.keys(forsaken).length > 0) remember(habit, JSON.stringify(forsaken))
}

function readForsaken(text: string | null): Forsaken {
  try {
    const held: unknown = JSON.parse(text ?? '{}')
    return Object.fromEntries(
      Object.entries(held ?? {}).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
    )
  } catch {
    return {}
  }
}
