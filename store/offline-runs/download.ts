import type { ProjectUser } from '../../contract/projects/people.ts'
import { attachmentPath } from '../../contract/cases/attachments.ts'
import type { RunCase, RunCaseContent } from '../../contract/runs/run-cases.ts'
import type { TestRun } from '../../contract/runs/runs.ts'
import { releaseFiles, type OfflineRun, type OfflineRuns } from './offline-runs.ts'

/** Source of a run's download. */
export interface RunSource {
  open: () => Promise<{
    run: TestRun
    suites: readonly { id: number; path: readonly string[] }[]
    people: readonly ProjectUser[]
    items: readonly RunCase[]
    revision: number
    isLast: boolean
  }>
  rows: (after: number) => Promise<{ items: readonly RunCase[]; isLast: boolean }>
  contents: (after: number) => Promise<{ items: readonly (RunCaseContent & { place: number })[]; isLast: boolean }>
  /** Resolves with null for a deleted file. */
  file: (address: string) => Promise<Blob | null>
}

export interface DownloadProgress {
  done: number
  of: number
}

/** Maximum concurrent file downloads. */
const FILES_AT_ONCE = 4

/** Returns URLs of a case's files: attachments, and pictures in texts. */
export function addressesOf(content: RunCaseContent): string[] {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value === 'string')
      for (const [address] of value.matchAll(/(?<=\]\()\/api\/files\/[^\s)]+/g)) found.add(address)
    else if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  visit(content)
  for (const step of content.steps) {
    const parts = step.kind === 'shared' ? step.steps : [step]
    for (const file of parts.flatMap(({ attachments }) => attachments)) found.add(attachmentPath(file))
  }
  for (const file of content.attachments) found.add(attachmentPath(file))
  return [...found]
}

/**
 * Downloads a run, or the changes of a stored one: all cases, and files that are not on this device. Resumes an interrupted download. Until
 * it completes, a previously complete run stays usable, with newer texts at most.
 */
export async function downloadRun(
  db: OfflineRuns,
  runId: number,
  source: RunSource,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: DownloadProgress) => void },
): Promise<OfflineRun> {
  const { items, isLast, ...opened } = await source.open()
  const rows = await allOf(items, isLast, source.rows, signal)
  signal.throwIfAborted()
  const before = await db.runs.get(runId)
  const saved: OfflineRun = { ...opened, runId, isWhole: false, rows, sizeBytes: 0 }
  if (before?.isWhole !== true) await db.runs.put(saved)
  onProgress({ done: 0, of: rows.length })

  const addresses = new Set<string>()
  const caseIds = new Set<number>()
  let textBytes = 0
  for (let after = -1, isEnd = false; !isEnd;) {
    signal.throwIfAborted()
    const part = await source.contents(after)
    const contents = part.items.map(({ place: _, ...content }) => ({ runId, caseId: content.caseId, content }))
    for (const { caseId, content } of contents) {
      caseIds.add(caseId)
      textBytes += JSON.stringify(content).length
      for (const address of addressesOf(content)) addresses.add(address)
    }
    await whileKept(db, runId, signal, () => db.contents.bulkPut(contents))
    onProgress({ done: caseIds.size, of: rows.length + addresses.size })
    after = part.items.at(-1)?.place ?? after
    isEnd = part.isLast || part.items.length === 0
  }

  const waiting = [...addresses]
  let done = caseIds.size
  const of = caseIds.size + addresses.size
  const take = async (): Promise<void> => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      signal.throwIfAborted()
      await keepFile(db, runId, address, source, signal)
      onProgress({ done: ++done, of })
    }
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, take))

  return whileKept(db, runId, signal, async () => {
    await db.contents
      .where('runId')
      .equals(runId)
      .filter(({ caseId }) => !caseIds.has(caseId))
      .delete()
    await releaseFiles(db, runId, addresses)
    const files = await db.files.where('runIds').equals(runId).toArray()
    const whole = { ...saved, isWhole: true, sizeBytes: files.reduce((sum, file) => sum + file.sizeBytes, textBytes) }
    await db.runs.put(whole)
    return whole
  })
}

async function allOf(first: readonly RunCase[], isLast: boolean, read: RunSource['rows'], signal: AbortSignal) {
  const rows = [...first]
  for (let isEnd = isLast; !isEnd;) {
    signal.throwIfAborted()
    const part = await read(rows.at(-1)?.place ?? -1)
    rows.push(...part.items)
    isEnd = part.isLast || part.items.length === 0
  }
  return rows
}

async function keepFile(db: OfflineRuns, runId: number, address: string, source: RunSource, signal: AbortSignal) {
  const claim = () =>
    whileKept(db, runId, signal, async () => {
      const held = await db.files.get(address)
      if (held === undefined) return false
      if (!held.runIds.includes(runId)) await db.files.update(address, { runIds: [...held.runIds, runId] })
      return true
    })
  if (await claim()) return
  const bytes = await source.file(address)
  if (bytes === null || (await claim())) return
  await whileKept(db, runId, signal, () => db.files.put({ address, runIds: [runId], sizeBytes: bytes.size, bytes }))
}

/** Writes in one transaction, unless the download was cancelled or the run removed meanwhile. */
const whileKept = <T>(db: OfflineRuns, runId: number, signal: AbortSignal, write: () => PromiseLike<T>): Promise<T> =>
  db.transaction('rw', db.runs, db.contents, db.files, async () => {
    if (signal.aborted || (await db.runs.get(runId)) === undefined)
      throw new DOMException('The run was removed from this device', 'AbortError')
    return write()
  })
