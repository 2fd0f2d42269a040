import { assign, emit, setup } from 'xstate'
import type { PublicLink } from '../../contract/public/public-links.ts'

/** A new link with its passcode, which is shown once. */
export interface CreatedLink {
  link: PublicLink
  passcode: string
}

export type ShareDialogEvent =
  | { type: 'link/new' }
  | { type: 'link/created'; created: CreatedLink }
  | { type: 'link/revoke'; link: PublicLink }
  | { type: 'link/revoked' }
  /** Back to the list of links. */
  | { type: 'dialog/back' }

/** Public links of a shared thing: list, form of a new one, its passcode, and confirmation of a revocation. */
export const shareDialog = setup({
  types: {
    context: {} as { created: CreatedLink | null; revoked: PublicLink | null },
    events: {} as ShareDialogEvent,
    emitted: {} as { type: 'links/changed' },
  },
  actions: {
    forget: assign({ created: null, revoked: null }),
    emitChanged: emit({ type: 'links/changed' as const }),
  },
}).createMachine({
  id: 'shareDialog',
  context: { created: null, revoked: null },
  initial: 'listing',
  // Also when its form was closed meanwhile: the passcode cannot be shown again.
  on: {
    'link/created': {
      target: '.created',
      actions: [assign(({ event }) => ({ created: event.created, revoked: null })), 'emitChanged'],
    },
  },
  states: {
    listing: {
      entry: 'forget',
      on: {
        'link/new': 'creating',
        'link/revoke': { target: 'revoking', actions: assign(({ event }) => ({ revoked: event.link })) },
      },
    },
    creating: {
      on: {
        'dialog/back': 'listing',
      },
    },
    // The passcode on screen must not be replaced before it was copied.
    created: { on: { 'dialog/back': 'listing', 'link/created': { actions: 'emitChanged' } } },
    revoking: { on: { 'link/revoked': { target: 'listing', actions: 'emitChanged' }, 'dialog/back': 'listing' } },
  },
})
