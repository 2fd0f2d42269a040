import { setup } from 'xstate'

/** How long a page may be stale with a reachable server before a banner shows, in ms. */
export const BEHIND_PATIENCE_MS = 15_000

/** Notices, most urgent first. */
const NOTICES = ['lost', 'full', 'failed', 'stale'] as const
export type StorageNoticeKind = (typeof NOTICES)[number]

export type StorageHealthEvent =
  | { type: 'disk/full' }
  /** The storage cannot be read or written for another reason. */
  | { type: 'disk/failed' }
  | { type: 'disk/written' }
  /** A damaged record that existed only on this device was moved aside. */
  | { type: 'record/lost' }
  /** Updates are missing, as after a damaged record, and are being fetched. */
  | { type: 'data/behind' }
  | { type: 'data/current' }
  | { type: 'notice/dismiss'; kind: StorageNoticeKind }

/**
 * Problems of this device's storage in three independent regions. A notice disappears with its cause; one that cannot be solved can be
 * dismissed, and does not return for the same cause.
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

/** Returns the notice to show, or null. */
export const selectNotice = (snapshot: { hasTag: (kind: StorageNoticeKind) => boolean }): StorageNoticeKind | null =>
  NOTICES.find((kind) => snapshot.hasTag(kind)) ?? null
