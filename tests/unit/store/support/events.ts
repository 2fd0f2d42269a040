import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { define } from 'superstruct'
import { closeLog, openLog, type Log } from '../../../../store/log/log.ts'
import { defineProjection } from '../../../../store/projections/projection.ts'
import { isObject, type LogRecord } from '../../../../store/log/record.ts'

// Dexie looks for them once, when it is first imported, which may have been before this file.
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })

/** A projection that shows order, loss and doubling at a glance: the list of what it was given. */
const Noted = define<{ text: string }>('Noted', (value) => isObject(value) && typeof value['text'] === 'string')

const Counted = define<{ count: number }>('Counted', (value) => isObject(value) && Number.isInteger(value['count']))

/** A count replaces those before it. */
const noted = { 'note/added': Noted, 'count/changed': Counted }

/** `mark` comes from a snapshot and stays: it identifies the snapshot of a state. */
export type Notes = { texts: string[]; count?: number; mark?: number }

export const notes = defineProjection({
  name: 'notes',
  version: 1,
  events: noted,
  state: define<Notes>('Notes', (value) => isObject(value) && Array.isArray(value['texts'])),
  empty: { texts: [], mark: 0 },
  fold: (draft, event) => {
    if (event.type === 'count/changed') draft.count = event.payload.count
    else draft.texts.push(event.payload.text)
  },
})

export const aRecord = (sequence: number, over: Partial<LogRecord> = {}): LogRecord => ({
  id: `${over.stream ?? 'notes:1'}#${sequence}`,
  stream: 'notes:1',
  sequence,
  type: 'note/added',
  payload: { text: `t${sequence}` },
  at: 1000 + sequence,
  origin: 'server',
  ...over,
})

export const records = (...sequences: number[]) => sequences.map((sequence) => aRecord(sequence))

let opened = 0
/** A separate log; with the same `name`, another tab of the same one. */
export const aLog = (name = `test-${++opened}`): Log => openLog(name, noted)

export { closeLog }

export const texts = (...sequences: number[]) => sequences.map((sequence) => `t${sequence}`)

export const source = (log: Log, key = 'notes') => ({ log, projection: notes, key, stream: 'notes:1' })
