/** Test runs of the signed-in user that are available offline. */
import { useEffect, useState } from 'react'
import { addressesOf } from '../../../store/offline-runs/download.ts'
import {
  openOfflineRuns,
  readOfflineContent,
  readOfflineContents,
  readOfflineFiles,
  readOfflineRun,
  type OfflineRuns,
} from '../../../store/offline-runs/offline-runs.ts'
import type { FieldFilter } from '../../../contract/cases/filter.ts'
import type { RunCaseContent } from '../../../contract/runs/run-cases.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { holdsFields } from '../../../machines/runs/field-values.ts'
import type { OpenedRun } from '../../../machines/runs/execution.machine.ts'
import { useSession } from '../../application/context.tsx'

const opened = new Map<number, OfflineRuns>()

export function useOfflineRuns(): OfflineRuns {
  const { id } = useSession().user
  const db = opened.get(id) ?? openOfflineRuns(id)
  opened.set(id, db)
  return db
}

const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.kind === 'unreachable'

/** Resolves with the result of `read`, or with this device's copy when the server is unreachable. */
async function orCopy<T>(read: () => Promise<T>, copy: () => Promise<T | null>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const stored = isUnreachable(error) ? await copy().catch(() => null) : null
    if (stored === null) throw error
    return stored
  }
}

export const openRunOrCopy = (db: OfflineRuns, runId: number, open: () => Promise<OpenedRun>): Promise<OpenedRun> =>
  orCopy(open, async () => {
    const copy = await readOfflineRun(db, runId)
    return (
      copy && {
        run: copy.run,
        suites: copy.suites,
        people: copy.people,
        items: copy.rows,
        revision: copy.revision,
        isLast: true,
      }
    )
  })

export const contentOrCopy = (
  db: OfflineRuns,
  runId: number,
  caseId: number,
  read: () => Promise<RunCaseContent | null>,
): Promise<RunCaseContent | null> => orCopy(read, () => readOfflineContent(db, runId, caseId))

export const findOrCopy = (
  db: OfflineRuns,
  runId: number,
  fields: readonly FieldFilter[],
  find: () => Promise<readonly number[]>,
): Promise<readonly number[]> =>
  orCopy(find, async () => {
    const contents = await readOfflineContents(db, runId)
    return contents && contents.flatMap((one) => (holdsFields(one.customFields, fields) ? [one.caseId] : []))
  })

const NONE: ReadonlyMap<string, string> = new Map()
const NO_FILES: ReadonlyMap<string, Blob> = new Map()

/** Returns object URLs of the case's files on this device. */
export function useOfflinePictures(content: RunCaseContent): ReadonlyMap<string, string> {
  const db = useOfflineRuns()
  const [held, setHeld] = useState(NONE)
  useEffect(() => {
    let urls = NONE
    let isOver = false
    const show = async () => {
      // Files that cannot be read here are loaded from the server.
      const files = await readOfflineFiles(db, addressesOf(content)).catch(() => NO_FILES)
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
