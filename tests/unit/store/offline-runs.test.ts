import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunCase, RunCaseContent } from '../../../contract/runs/run-cases.ts'
import type { TestRun } from '../../../contract/runs/runs.ts'
import { downloadRun, type RunSource } from '../../../store/offline-runs/download.ts'
import {
  openOfflineRuns,
  readOfflineContent,
  readOfflineFiles,
  readOfflineRun,
  readOfflineRunsOf,
  removeOfflineRun,
  type OfflineRuns,
} from '../../../store/offline-runs/offline-runs.ts'

let db: OfflineRuns
beforeEach(() => {
  db = openOfflineRuns(7)
})
afterEach(() => db.delete())

const fileId = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const addressOf = (n: number) => `/api/files/attachments/${fileId(n)}/basket.png`
const picture = (n: number) => ({ id: fileId(n), name: 'basket.png', contentType: 'image/png', sizeBytes: 3 })
const contentOf = (caseId: number, files: readonly number[], description = ''): RunCaseContent => ({
  caseId,
  key: `SHOP-${caseId}`,
  version: 1,
  takenAt: '2026-11-01T10:00:00.000Z',
  title: `Case ${caseId}`,
  priorityId: null,
  automationStateId: null,
  description,
  preConditions: '',
  postConditions: '',
  steps: [
    {
      kind: 'shared',
      id: 'a',
      sharedStepsId: 1,
      name: 'Sign in',
      steps: [{ kind: 'step', id: 'b', action: 'Open', expectedResult: '', attachments: files.map(picture) }],
    },
  ],
  attachments: [],
  customFields: {},
})
const rowOf = ({ caseId, key }: RunCaseContent) => ({ caseId, key, place: caseId, revision: 1 }) as RunCase

/** A server with these cases that returns one per answer. `asked`: files that were downloaded. */
const aServer = (contents: readonly RunCaseContent[], more: Partial<RunSource> = {}) => {
  const requests: string[] = []
  const after = (place: number) => contents.filter(({ caseId }) => caseId > place)
  const source: RunSource = {
    open: async () => ({
      run: { id: 1, revision: 1 } as TestRun,
      suites: [],
      people: [],
      items: contents.slice(0, 1).map(rowOf),
      revision: 1,
      isLast: contents.length < 2,
    }),
    rows: async (place) => ({ items: after(place).slice(0, 1).map(rowOf), isLast: after(place).length < 2 }),
    contents: async (place) => ({
      items: after(place)
        .slice(0, 1)
        .map((content) => ({ ...content, place: content.caseId })),
      isLast: after(place).length < 2,
    }),
    file: async (address) => {
      requests.push(address)
      return new Blob([new Uint8Array([1, 2, 3])])
    },
    ...more,
  }
  return { source, asked: requests }
}
const download = (source: RunSource, runId = 1, signal = new AbortController().signal) =>
  downloadRun(db, runId, source, { signal, onProgress: () => undefined })

test('keeps every case and file of a run, each file once, and says how large it is', async () => {
  const inText = `![](${addressOf(3)})`
  const contents = [contentOf(1, [1, 2]), contentOf(2, [1], inText)]
  const { source, asked } = aServer(contents)
  const progress: string[] = []
  const saved = await downloadRun(db, 1, source, {
    signal: new AbortController().signal,
    onProgress: ({ done, of }) => progress.push(`${done}/${of}`),
  })
  expect(saved.rows.map(({ caseId }) => caseId)).toEqual([1, 2])
  expect(asked.sort()).toEqual([addressOf(1), addressOf(2), addressOf(3)])
  const textBytes = contents.map((content) => JSON.stringify(content).length)
  expect(saved.sizeBytes).toBe(Number(textBytes[0]) + Number(textBytes[1]) + 3 * 3)
  expect(progress.at(-1)).toBe('5/5')
  expect((await readOfflineContent(db, 1, 2))?.description).toBe(inText)
  expect((await readOfflineFiles(db, [addressOf(1), addressOf(9)])).size).toBe(1)
})

test('an interrupted download is not offered as complete, and continues where it ended', async () => {
  let isAway = true
  const { source, asked } = aServer([contentOf(1, [1, 2])])
  const file: RunSource['file'] = (address) =>
    isAway && address === addressOf(2) ? Promise.reject(new Error('unreachable')) : source.file(address)
  await expect(download({ ...source, file })).rejects.toThrow('unreachable')
  expect(await readOfflineRun(db, 1)).toBeNull()
  isAway = false
  await download({ ...source, file })
  expect(await readOfflineRun(db, 1)).toMatchObject({ runId: 1, revision: 1 })
  expect(asked.filter((address) => address === addressOf(1))).toHaveLength(1)
})

test('a refresh removes cases and files that left the run, and a failed one keeps the run available', async () => {
  await download(aServer([contentOf(1, [1]), contentOf(2, [2])]).source)
  const open = () => Promise.reject(new Error('unreachable'))
  await expect(download(aServer([], { open }).source)).rejects.toThrow('unreachable')
  expect((await readOfflineRun(db, 1))?.rows).toHaveLength(2)
  await download(aServer([contentOf(1, [1])]).source)
  expect(await readOfflineContent(db, 1, 2)).toBeNull()
  expect([...(await readOfflineFiles(db, [addressOf(1), addressOf(2)])).keys()]).toEqual([addressOf(1)])
})

test('removing a run leaves nothing of it, but the files that another run uses', async () => {
  await download(aServer([contentOf(1, [1, 2])]).source)
  await download(aServer([contentOf(1, [2])]).source, 2)
  await removeOfflineRun(db, 1)
  expect(await readOfflineRun(db, 1)).toBeNull()
  expect(await db.files.toCollection().primaryKeys()).toEqual([addressOf(2)])
  await removeOfflineRun(db, 2)
  expect([await db.runs.count(), await db.contents.count(), await db.files.count()]).toEqual([0, 0, 0])
})

test('a download that is cancelled while a file arrives writes nothing after the run was removed', async () => {
  const cancelled = new AbortController()
  const { source } = aServer([contentOf(1, [1])])
  const file: RunSource['file'] = async (address) => {
    cancelled.abort()
    await removeOfflineRun(db, 1)
    return source.file(address)
  }
  await expect(download({ ...source, file }, 1, cancelled.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect([await db.runs.count(), await db.contents.count(), await db.files.count()]).toEqual([0, 0, 0])
})

test('lists completely downloaded runs of a project, with any names of other projects', async () => {
  const of = (key: string) => ({ ...contentOf(1, []), key })
  await download(aServer([of('SHOP-1')]).source, 1)
  await download(aServer([of('SHOP-2-1')]).source, 2)
  const contents = () => Promise.reject(new Error('unreachable'))
  await expect(download(aServer([of('SHOP-1')], { contents }).source, 3)).rejects.toThrow('unreachable')
  expect(await readOfflineRunsOf(db, 'SHOP')).toHaveLength(1)
  expect(await readOfflineRunsOf(db, 'OTHER')).toEqual([])
})
