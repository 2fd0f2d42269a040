import type { Application } from '../../application/application.ts'
import { recall, remember } from '../../ui/browser/remember.ts'

/** Storage of form drafts, so that typed text survives a reload, a crash and an expired session. */
export interface FormDrafts {
  load(): Promise<Record<string, unknown> | null>
  keep(values: Record<string, unknown>): Promise<void>
  drop(): Promise<void>
}

/** Drafts of a signed-in user, in their own local log. Loaded with the first form. */
export const draftsInLog = (application: Application, userId: number, form: string): FormDrafts => {
  const drafts = async () => (await import('./log-drafts.ts')).draftsOf(application, userId, form)
  return {
    load: async () => (await drafts()).load(),
    keep: async (values) => {
      noteDrafts(userId)
      await (await drafts()).keep(values)
    },
    drop: async () => (await drafts()).drop(),
  }
}

const habit = (userId: number) => `drafts.${userId}`

/** Whether the user has ever typed into a form on this device; only then drafts are looked up. */
export const mayHaveDrafts = (userId: number): boolean => pausing.size > 0 || recall(habit(userId)) !== null
export const noteDrafts = (userId: number): void => remember(habit(userId), 'used')

const SPARE = 'assay:draft:'

/** Synchronous draft storage. */
export interface DraftsAtHand extends FormDrafts {
  name: string
  /** Serialised, to compare with later writes. */
  raw(): string | null
}

/** Drafts of a visitor, lost when the tab closes. */
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

/** Marks a discarded draft in the spare copy while its deletion from disk is pending. */
const GIVEN_UP = ':given up'

/**
 * Pending writes by draft name. A form that reopens while its last change is being written or deleted must wait, or it would load what was
 * just saved as a draft.
 */
const underway = new Map<string, Promise<unknown>>()

/** Debounced writes of drafts. */
const pausing = new Set<() => void>()

/** Unsaved input of the forms that are open in this tab, without secrets, by draft name. */
const open = new Map<string, Readonly<Record<string, unknown>>>()

/** Returns the unsaved input of each open form. */
export const openDrafts = (): Readonly<Record<string, unknown>>[] => [...open.values()]

/** Resolves once all typed text of this tab is on disk. */
export const writeDrafts = async (): Promise<void> => {
  for (const flush of pausing) flush()
  await Promise.all(underway.values())
}

const storages = () => [['device', localStorage] as const, ['tab', sessionStorage] as const]

/**
 * Returns drafts of a user that exist only in the spare copy, by storage key and draft name: left by a page that closed before they were
 * written.
 */
export const sparesOf = (userId: number): Record<string, string> =>
  Object.fromEntries(
    storages().flatMap(([place, storage]) =>
      Object.keys(storage).flatMap((name) => {
        const kept = name.startsWith(`${SPARE}${userId}:`) ? storage.getItem(name) : null
        return kept === null ? [] : [[`${place} ${name}`, kept]]
      }),
    ),
  )

/** Returns the names of a user's forms with a spare copy. */
export const writtenSpares = (userId: number, spares: Readonly<Record<string, string>>): string[] =>
  Object.entries(spares).flatMap(([placed, kept]) => {
    const form = placed.split(`${SPARE}${userId}:`)[1]
    return form === undefined || kept === JSON.stringify({ [GIVEN_UP]: true }) ? [] : [form]
  })

/** Drops drafts of other users: an imported file may contain some. */
export const ownSpares = (userId: number, spares: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(spares).filter(([placed]) => placed.includes(` ${SPARE}${userId}:`)))

export const dropSpares = (spares: Readonly<Record<string, string>>): void =>
  eachSpare(spares, (storage, name) => storage.removeItem(name))

/** Restores spare copies; newer ones are kept. */
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
 * Writes one record per pause in typing, in order. `spare` holds unwritten changes synchronously, because the page may close at any time. A
 * failed write has no other effect.
 */
export const createDraftKeeper = (drafts: FormDrafts, spare: DraftsAtHand, isSecret: (field: string) => boolean) => {
  let waiting: Record<string, unknown> = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const { name } = spare
  const hasSpare = drafts !== spare
  /** Resolves once all pending changes of drafts with this name are written or deleted. */
  const settled = async () => void (await underway.get(name))
  const hand = (act: () => Promise<void>) => {
    const written = spare.raw()
    const before = underway.get(name)
    const inTurn = async () => {
      await before
      await act()
      // A later change is still pending.
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
    if (hasSpare) void spare.keep(values).catch(() => undefined) // a full spare storage only loses the crash protection
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
      // Stays in the spare copy until the write is confirmed: this page may close suddenly too.
      hand(async () => {
        if (isGivenUp === true) await drafts.drop()
        if (isTyped) await drafts.keep(values)
      })
      if (isGivenUp !== true) return { ...kept, ...values }
      return isTyped ? values : null
    },
    changed: (values: Record<string, unknown>) => {
      const kept = Object.fromEntries(Object.entries(values).filter(([field]) => !isSecret(field)))
      Object.assign(waiting, kept)
      open.set(name, { ...open.get(name), ...kept })
      clearTimeout(timer)
      pausing.add(flush)
      timer = setTimeout(flush, PAUSE_MS)
    },
    /** The form is closed. */
    closed: () => {
      flush()
      open.delete(name)
    },
    flush,
    /** The page is closing: asynchronous work will not finish. */
    pageHidden: flush,
    dropped: () => {
      clearTimeout(timer)
      pausing.delete(flush)
      open.delete(name)
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
