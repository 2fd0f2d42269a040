import { setup } from 'xstate'

/** How long a page may lag behind a reachable server before a banner says so. */
export const BEHIND_PATIENCE_MS = 15_000

/** What the reader has to know, the most urgent first. */
const NOTICES = ['lost', 'full', 'failed', 'stale'] as const
export type StorageNoticeKind = (typeof NOTICES)[number]

export type StorageHealthEvent =
  | { type: 'disk/full' }
  /** It cannot be read or written for another reason. */
  | { type: 'disk/failed' }
  | { type: 'disk/written' }
  /** A damaged record that only this device had was set aside. */
  | { type: 'record/lost' }
  /** Updates are missing, as after a damaged record: they are being fetched. */
  | { type: 'data/behind' }
  | { type: 'data/current' }
  | { type: 'notice/dismiss'; kind: StorageNoticeKind }

/**
 * What is wrong with this device's storage, in three parts that are independent of each other. A notice goes by itself as soon as its
 * cause does; where nothing can be done, the reader may dismiss it, and it does not come back for the same cause.
 */
export const storageHealth = setup({
  types: { events: {} as StorageHealthEvent },
  guards: {
    isAbout: ({ event }, { kind }: { kind: StorageNoticeKind }) =>
      event.type === 'notice/dismiss' && event.kind === kind,
  },
  delays: { patience: BEHIND_PATIENCE_MS },
}).createMachine({
  id: 'storageHealth',
  type: 'parallel',
  states: {
    disk: {
      initial: 'fine',
      states: {
        fine: { on: { 'disk/full': 'full', 'disk/failed': 'failed' } },
        full: {
          tags: 'full',
          on: {
            'disk/written': 'fine',
            'notice/dismiss': { guard: { type: 'isAbout', params: { kind: 'full' } }, target: 'fullDismissed' },
          },
        },
        fullDismissed: { on: { 'disk/written': 'fine' } },
        failed: {
          tags: 'failed',
          on: {
            'disk/full': 'full',
            'disk/written': 'fine',
            'notice/dismiss': { guard: { type: 'isAbout', params: { kind: 'failed' } }, target: 'failedDismissed' },
          },
        },
        failedDismissed: { on: { 'disk/full': 'full', 'disk/written': 'fine' } },
      },
    },
    records: {
      initial: 'whole',
      states: {
        whole: { on: { 'record/lost': 'lost' } },
        lost: {
          tags: 'lost',
          on: { 'notice/dismiss': { guard: { type: 'isAbout', params: { kind: 'lost' } }, target: 'whole' } },
        },
      },
    },
    data: {
      initial: 'current',
      states: {
        current: { on: { 'data/behind': 'repairing' } },
        repairing: { after: { patience: 'stale' }, on: { 'data/current': 'current' } },
        stale: { tags: 'stale', on: { 'data/current': 'current' } },
      },
    },
  },
})

/** The notice to show, or null. */
export const selectNotice = (snapshot: { hasTag: (kind: StorageNoticeKind) => boolean }): StorageNoticeKind | null =>
  NOTICES.find((kind) => snapshot.hasTag(kind)) ?? null
