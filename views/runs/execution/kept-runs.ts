/** Test runs of the signed-in user that are available offline. */
import { useEffect, useState } from 'react'
import { addressesOf } from '../../../store/kept-runs/download.ts'
import {
  openKeptRuns,
  readKeptContent,
  readKeptContents,
  readKeptFiles,
  readKeptRun,
  type KeptRuns,
} from '../../../store/kept-runs/kept-runs.ts'
import type { FieldFilter } from '../../../contract/cases/filter.ts'
import type { RunCaseContent } from '../../../contract/runs/run-cases.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { holdsFields } from '../../../machines/runs/field-values.ts'
import type { OpenedRun } from '../../../machines/runs/execution.machine.ts'
import { useSession } from '../../application/context.tsx'

const opened = new Map<number, KeptRuns>()

export function useKeptRuns(): KeptRuns {
  const { id } = useSession().user
  const db = opened.get(id) ?? openKeptRuns(id)
  opened.set(id, db)
  return db
}

const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.kind === 'unreachable'

/** Resolves with the result of `read`, or with this device's copy when the server is unreachable. */
async function orKept<T>(read: () => Promise<T>, kept: () => Promise<T | null>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const held = isUnreachable(error) ? await kept().catch(() => null) : null
    if (held === null) throw error
    return held
  }
}

export const openOrKept = (db: KeptRuns, runId: number, open: () => Promise<OpenedRun>): Promise<OpenedRun> =>
  orKept(open, async () => {
    const kept = await readKeptRun(db, runId)
    return (
      kept && {
        run: kept.run,
        suites: kept.suites,
        people: kept.people,
        items: kept.rows,
        revision: kept.revision,
        isLast: true,
      }
    )
  })

export const contentOrKept = (
  db: KeptRuns,
  runId: number,
  caseId: number,
  read: () => Promise<RunCaseContent | null>,
): Promise<RunCaseContent | null> => orKept(read, () => readKeptContent(db, runId, caseId))

export const foundOrKept = (
  db: KeptRuns,
  runId: number,
  fields: readonly FieldFilter[],
  find: () => Promise<readonly number[]>,
): Promise<readonly number[]> =>
  orKept(find, async () => {
    const contents = await readKeptContents(db, runId)
    return contents && contents.flatMap((one) => (holdsFields(one.customFields, fields) ? [one.caseId] : []))
  })

const NONE: ReadonlyMap<string, string> = new Map()
const NO_FILES: ReadonlyMap<string, Blob> = new Map()

/** Returns object URLs of the case's files on this device. */
export function useHeldPictures(content: RunCaseContent): ReadonlyMap<string, string> {
  const db = useKeptRuns()
  const [held, setHeld] = useState(NONE)
  useEffect(() => {
    let urls = NONE
    let isOver = false
    const show = async () => {
      // Files that cannot be read here are loaded from the server.
      const files = await readKeptFiles(db, addressesOf(content)).catch(() => NO_FILES)
      if (isOver || files.size === 0) return
      urls = new Map([...files].map(([address, bytes]) => [address, URL.createObjectURL(bytes)]))
      setHeld(urls)
    }
    void show()
    return () => {
      isOver = true
      for (const url of urls.values()) URL.revokeObjectURL(url)
    }
  }, [db, content])
  return held
}
