import type { Application } from '../../boot/application.ts'
import { recall, remember } from '../../ui/remember.ts'

/** Where a form keeps what was typed, so that a reload, a crash or an expired session loses nothing of it. */
export interface FormDrafts {
  load(): Promise<Record<string, unknown> | null>
  keep(values: Record<string, unknown>): Promise<void>
  drop(): Promise<void>
}

/** Of a signed-in person: in their own log, for nobody else on this browser to read. Its code is loaded with the first form. */
export const draftsInLog = (application: Application, personId: number, form: string): FormDrafts => {
  const drafts = async () => (await import('../../boot/log/log-drafts.ts')).draftsOf(application, personId, form)
  return {
    load: async () => (await drafts()).load(),
    keep: async (values) => {
      noteDrafts(personId)
      await (await drafts()).keep(values)
    },
    drop: async () => (await drafts()).drop(),
  }
}

const habit = (personId: number) => `drafts.${personId}`

/** Whether a person has typed into a form of this device before: only then is there anything to look for. */
export const mayHaveDrafts = (personId: number): boolean => pausing.size > 0 || recall(habit(personId)) !== null
export const noteDrafts = (personId: number): void => remember(habit(personId), 'used')

const SPARE = 'assay:draft:'

/** Drafts that are read and written at once. */
export interface DraftsAtHand extends FormDrafts {
  name: string
  /** As it is written down, to be told from what is written later. */
  raw(): string | null
}

/** Of a visitor: gone with the tab. */
export const draftsInTab = (storage: Storage, form: string): DraftsAtHand => {
  const name = `${SPARE}${form}`
  const read = (): Record<string, unknown> | null => {
    try {
      const held: unknown = JSON.parse(storage.getItem(name) ?? 'null')
      return typeof held === 'object' ? (held as Record<string, unknown> | null) : null
    } catch {
      return null
    }
  }
  return {
    name,
    raw: () => storage.getItem(name),
    load: () => Promise.resolve(read()),
    keep: async (values) => storage.setItem(name, JSON.stringify({ ...read(), ...values })),
    drop: () => {
      storage.removeItem(name)
      return Promise.resolve()
    },
  }
}

const PAUSE_MS = 300

/** In the spare: what is on disk was given up, and may not have been taken away yet. */
const GIVEN_UP = ':given up'

/**
 * What is under way to the disk, by the name of the draft. A form that is opened anew while its last words are being written, or
 * taken away, must not overtake them: it would find what was saved just now, and keep it again.
 */
const underway = new Map<string, Promise<unknown>>()

/** Writes of drafts that wait for a pause in typing. */
const pausing = new Set<() => void>()

/** Resolves once all that was typed into any form of this tab is on disk. */
export const writeDrafts = async (): Promise<void> => {
  for (const flush of pausing) flush()
  await Promise.all(underway.values())
}

const storages = () => [['device', localStorage] as const, ['tab', sessionStorage] as const]

/**
 * Returns what a person's forms hold beside the log, by where it is stored and its name there: of a page that went before it was on disk.
 */
export const sparesOf = (personId: number): Record<string, string> =>
  Object.fromEntries(
    storages().flatMap(([place, storage]) =>
      Object.keys(storage).flatMap((name) => {
        const kept = name.startsWith(`${SPARE}${personId}:`) ? storage.getItem(name) : null
        return kept === null ? [] : [[`${place} ${name}`, kept]]
      }),
    ),
  )

/** Returns the forms of a person's spares in which something is written. */
export const writtenSpares = (personId: number, spares: Readonly<Record<string, string>>): string[] =>
  Object.entries(spares).flatMap(([placed, kept]) => {
    const form = placed.split(`${SPARE}${personId}:`)[1]
    return form === undefined || kept === JSON.stringify({ [GIVEN_UP]: true }) ? [] : [form]
  })

/** Those of one person; a file may hold somebody else's. */
export const ownSpares = (personId: number, spares: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(spares).filter(([placed]) => placed.includes(` ${SPARE}${personId}:`)))

export const dropSpares = (spares: Readonly<Record<string, string>>): void =>
  eachSpare(spares, (storage, name) => storage.removeItem(name))

/** Puts spares back; one that was written since stays. */
export const restoreSpares = (spares: Readonly<Record<string, string>>): void =>
  eachSpare(spares, (storage, name, kept) => {
    if (name.startsWith(SPARE) && storage.getItem(name) === null) storage.setItem(name, kept)
  })

const eachSpare = (
  spares: Readonly<Record<string, string>>,
  act: (storage: Storage, name: string, kept: string) => void,
): void => {
  for (const [placed, kept] of Object.entries(spares))
    for (const [place, storage] of storages())
      if (placed.startsWith(`${place} `)) act(storage, placed.slice(place.length + 1), kept)
}

/**
 * Keeps one record per pause in typing, and everything in the order it happened. `spare` holds at once what is not on disk yet, for the
 * page may go at any time. A draft that cannot be kept costs nothing else.
 */
export const createDraftKeeper = (drafts: FormDrafts, spare: DraftsAtHand, isSecret: (field: string) => boolean) => {
  let waiting: Record<string, unknown> = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const { name } = spare
  const hasSpare = drafts !== spare
  /** Resolves once all that was handed over so far, by any form of this name, is on disk or gone from it. */
  const settled = async () => void (await underway.get(name))
  const hand = (act: () => Promise<void>) => {
    const written = spare.raw()
    const before = underway.get(name)
    const inTurn = async () => {
      await before
      await act()
      // What was written since then is still on its way.
      if (hasSpare && spare.raw() === written) await spare.drop()
    }
    const last: Promise<unknown> = inTurn()
      .catch(() => undefined)
      .finally(() => {
        if (underway.get(name) === last) underway.delete(name)
      })
    underway.set(name, last)
  }
  const keep = (values: Record<string, unknown>) => {
    if (hasSpare) void spare.keep(values).catch(() => undefined) // a full spare costs what it is there for, nothing else
    hand(() => drafts.keep(values))
  }
  const flush = () => {
    clearTimeout(timer)
    pausing.delete(flush)
    if (Object.keys(waiting).length === 0) return
    const values = waiting
    waiting = {}
    keep(values)
  }
  return {
    load: async () => {
      await settled()
      const [kept, left] = await Promise.all([drafts.load().catch(() => null), spare.load()])
      if (left === null || !hasSpare) return kept
      const { [GIVEN_UP]: isGivenUp, ...values } = left
      const isTyped = Object.keys(values).length > 0
      // It stays in the spare until the disk has heard of it: this page may go as suddenly as the last one.
      hand(async () => {
        if (isGivenUp === true) await drafts.drop()
        if (isTyped) await drafts.keep(values)
      })
      if (isGivenUp !== true) return { ...kept, ...values }
      return isTyped ? values : null
    },
    changed: (values: Record<string, unknown>) => {
      for (const [field, value] of Object.entries(values)) if (!isSecret(field)) waiting[field] = value
      clearTimeout(timer)
      pausing.add(flush)
      timer = setTimeout(flush, PAUSE_MS)
    },
    flush,
    /** The page goes, and nothing that takes its time will be finished. */
    pageHidden: flush,
    dropped: () => {
      clearTimeout(timer)
      pausing.delete(flush)
      waiting = {}
      if (hasSpare) {
        void spare.drop()
        void spare.keep({ [GIVEN_UP]: true }).catch(() => undefined)
      }
      hand(() => drafts.drop())
    },
    settled,
  }
}
export type DraftKeeper = ReturnType<typeof createDraftKeeper>
