import type { Application } from './application.ts'

/** Where a form keeps what was typed, so that a reload, a crash or an expired session loses nothing of it. */
export interface FormDrafts {
  load(): Promise<Record<string, unknown> | null>
  keep(values: Record<string, unknown>): Promise<void>
  drop(): Promise<void>
}

/** Of a signed-in person: in their own log, for nobody else on this browser to read. Its code is loaded with the first form. */
export const draftsInLog = (application: Application, personId: number, form: string): FormDrafts => {
  const drafts = async () => (await import('./log-drafts.ts')).draftsOf(application, personId, form)
  return {
    load: async () => (await drafts()).load(),
    keep: async (values) => (await drafts()).keep(values),
    drop: async () => (await drafts()).drop(),
  }
}

/** Of a visitor: gone with the tab. */
export const draftsInTab = (storage: Storage, form: string): FormDrafts => {
  const name = `assay:draft:${form}`
  const read = (): Record<string, unknown> | null => {
    try {
      const held: unknown = JSON.parse(storage.getItem(name) ?? 'null')
      return typeof held === 'object' ? (held as Record<string, unknown> | null) : null
    } catch {
      return null
    }
  }
  return {
    load: () => Promise.resolve(read()),
    keep: async (values) => storage.setItem(name, JSON.stringify({ ...read(), ...values })),
    drop: () => {
      storage.removeItem(name)
      return Promise.resolve()
    },
  }
}

const PAUSE_MS = 300

/** In the spare: what is on disk was given up, and the page went before it could be taken away. */
const GIVEN_UP = ':given up'

/**
 * Keeps one record per pause in typing, and everything in the order it happened. `spare` takes at once what is not on disk yet
 * when the page goes. A draft that cannot be kept costs nothing else.
 */
export const createDraftKeeper = (drafts: FormDrafts, spare: FormDrafts, isSecret: (field: string) => boolean) => {
  let waiting: Record<string, unknown> = {}
  /** Handed to `drafts` and not yet confirmed. */
  let underway: Record<string, unknown> = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const hand = (values: Record<string, unknown>, act: () => Promise<void>) => {
    underway = values
    const before = last
    const inTurn = async () => {
      await before
      await act()
      if (underway === values) underway = {}
    }
    last = inTurn().catch(() => undefined)
  }
  const flush = () => {
    clearTimeout(timer)
    if (Object.keys(waiting).length === 0) return
    const values = waiting
    waiting = {}
    hand({ ...underway, ...values }, () => drafts.keep(values))
  }
  return {
    load: async () => {
      const [kept, left] = await Promise.all([drafts.load().catch(() => null), spare.load()])
      if (left === null) return kept
      await spare.drop()
      const { [GIVEN_UP]: isGivenUp, ...values } = left
      if (isGivenUp !== true) return { ...kept, ...values }
      await drafts.drop().catch(() => undefined)
      return Object.keys(values).length === 0 ? null : values
    },
    changed: (values: Record<string, unknown>) => {
      for (const [field, value] of Object.entries(values)) if (!isSecret(field)) waiting[field] = value
      clearTimeout(timer)
      timer = setTimeout(flush, PAUSE_MS)
    },
    flush,
    /** The page goes, and nothing that takes its time will be finished. */
    pageHidden: () => {
      const unkept = { ...underway, ...waiting }
      if (Object.keys(unkept).length > 0) void spare.keep(unkept)
      flush()
    },
    dropped: () => {
      clearTimeout(timer)
      waiting = {}
      hand({ [GIVEN_UP]: true }, () => drafts.drop())
    },
    /** Resolves once all that was handed over so far is on disk, or gone from it. */
    settled: async () => void (await last),
  }
}
export type DraftKeeper = ReturnType<typeof createDraftKeeper>
