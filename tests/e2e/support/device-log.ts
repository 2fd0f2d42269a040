import type { Page } from '@playwright/test'
import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import type { DeviceFile, Unsent } from '../../../store/log/log.ts'
import { heldBehind } from '../../../store/projections/exploratory-rows.ts'

/** A command in this device's log that the server has not confirmed. */
export interface Waiting extends Unsent {
  command: ExploratoryCommand
  isHeld: boolean
  /** The reason of its rejection. */
  message: string | null
}

interface Dump {
  outbox: Unsent[]
  records: { id: string; type: string; payload: unknown }[]
  files: DeviceFile[]
}

/** Unconfirmed commands in the local log of the workspace's owner, read without the application. */
export async function waitingIn(page: Page): Promise<{ waiting: Waiting[]; files: DeviceFile[] }> {
  const { outbox, records, files } = await page.evaluate(dumpOf, 'assay-1')
  const rows = outbox.sort((a, b) => a.turn - b.turn)
  const held = heldBehind(rows)
  const byId = new Map(records.map((record) => [record.id, record]))
  const messages = new Map(
    records
      .filter(({ type }) => type === 'exploratory/refused')
      .map(({ payload }) => payload as { key: string; refusal: { message: string } })
      .map(({ key, refusal }) => [key, refusal.message]),
  )
  return {
    files,
    waiting: rows.map((row, i) => {
      const record = byId.get(row.key)
      const said = record?.type === 'exploratory/replaced' ? (record.payload as { by: unknown }).by : record?.payload
      const { command } = said as { command: ExploratoryCommand }
      return { ...row, command, isHeld: held[i] === true, message: messages.get(row.key) ?? null }
    }),
  }
}

const dumpOf = async (name: string): Promise<Dump> => {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
  })
  const tables = ['outbox', 'records', 'files'] as const
  // A log without any record has none of them yet.
  if (!tables.every((table) => db.objectStoreNames.contains(table))) {
    db.close()
    return { outbox: [], records: [], files: [] }
  }
  const seen = db.transaction(tables)
  const all = <Row>(table: string) =>
    new Promise<Row[]>((resolve, reject) => {
      const asking = seen.objectStore(table).getAll() as IDBRequest<Row[]>
      asking.addEventListener('success', () => resolve(asking.result))
      asking.addEventListener('error', () => reject(asking.error ?? new Error('not read')))
    })
  const [outbox, records, files] = await Promise.all([
    all<Dump['outbox'][number]>('outbox'),
    all<Dump['records'][number]>('records'),
    all<Dump['files'][number]>('files'),
  ])
  db.close()
  return { outbox, records, files }
}

/** Keys of the snapshots that the local log of the workspace's owner has on disk. */
export const snapshotsIn = (page: Page): Promise<string[]> => page.evaluate(snapshotKeysOf, 'assay-1')

const snapshotKeysOf = async (name: string): Promise<string[]> => {
  // Opening a missing one would create it.
  if (!(await indexedDB.databases()).some((one) => one.name === name)) return []
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
  })
  try {
    if (!db.objectStoreNames.contains('snapshots')) return []
    return await new Promise((resolve, reject) => {
      const asking = db.transaction('snapshots').objectStore('snapshots').getAllKeys()
      asking.addEventListener('success', () => resolve(asking.result.map(String)))
      asking.addEventListener('error', () => reject(asking.error ?? new Error('not read')))
    })
  } finally {
    db.close()
  }
}
