import { getTestRun } from '../../contract/runs/runs.ts'
import { listRunCases, openTestRun, type RunCase } from '../../contract/runs/run-cases.ts'
import type { Send } from '../http/http.ts'

interface InRun {
  projectKey: string
  runId: number
}

/** Reads a run with the first part of its cases. */
export const openRun = async (send: Send, params: InRun, signal?: AbortSignal) => {
  const { cases, ...opened } = await send(openTestRun, { params, signal })
  return { ...opened, ...cases }
}

/** Reads a run with all its cases. */
export const readWholeRun = async (send: Send, params: InRun) => {
  const { cases, ...opened } = await send(openTestRun, { params })
  const items = [...cases.items]
  for (let { isLast } = cases; !isLast;) {
    const after = items.at(-1)?.place ?? -1
    const part = await send(listRunCases, { params, query: { after } })
    items.push(...part.items)
    isLast = part.isLast || part.items.length === 0
  }
  return { ...opened, items }
}

/** Reads a run, and the cases that changed after the revision `since`, part by part. */
export const readRunChanges = async (send: Send, params: InRun, since: number, signal?: AbortSignal) => {
  const { data: run } = await send(getTestRun, { params, signal })
  const items: RunCase[] = []
  const removed = new Set<number>()
  let revision = Infinity
  for (let isLast = false; !isLast;) {
    const after = items.at(-1)?.place ?? -1
    const part = await send(listRunCases, { params, query: { after, since }, signal })
    items.push(...part.items)
    part.removed.forEach((caseId) => removed.add(caseId))
    // Reads again what changed during the read.
    revision = Math.min(revision, part.revision)
    isLast = part.isLast
  }
  return { run, items, removed: [...removed], revision }
}
