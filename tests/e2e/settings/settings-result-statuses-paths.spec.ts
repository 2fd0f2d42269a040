import type { Page, Route } from '@playwright/test'
import { getInitialSnapshot, getNextSnapshot } from 'xstate'
import type { HeldEvent, Stored } from '../../../machines/patterns/held-editor/held-context.ts'
import { heldEditor, type HeldSnapshot } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import { newStatus, statusList, type StatusEntry } from '../../../views/settings/result-statuses/status-list.ts'
import { toursOfPlay } from '../../model/support/paths.ts'
import { resultStatusesPage } from '../pages/result-statuses.ts'
import { expectKept } from '../support/leaving.ts'
import { anotherDevice, changing } from '../support/result-statuses.ts'
import type { Assay } from '../support/server.ts'
import { signInDirectly } from '../support/session.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { TEAM } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: unattended,
  people: TEAM,
})

/** Actions of a user on the product's editor of held lists, and of the world: the first edit is of Passed, the second of Failed. */
const events = [
  { type: 'EDIT' },
  { type: 'UNDO' },
  { type: 'REDO' },
  { type: 'SAVE' },
  { type: 'DISCARD' },
  { type: 'REGAIN' },
  { type: 'RELOAD' },
  { type: 'GO_ON' },
  { type: 'LEAVE' },
  { type: 'STAY' },
  { type: 'KEEP' },
  { type: 'DROP' },
  { type: 'COME_BACK' },
  /** Another user saves another colour of Passed, and then Save is clicked. */
  { type: 'SAVE_STALE' },
  { type: 'USE_MINE' },
  { type: 'USE_THEIRS' },
  /** The server rejects it. */
  { type: 'SAVE_REFUSED' },
] as const
type Step = (typeof events)[number]['type']

type Editor = HeldSnapshot<StatusEntry>
/** The editor of the page, as the product creates it, and the current page. */
interface World {
  editor: Editor
  isAway: boolean
  /** The message about the discard, with its Undo, is visible. */
  hasJustDiscarded: boolean
}

class Stale extends Error {
  readonly current: Stored<StatusEntry>
  constructor(current: Stored<StatusEntry>) {
    super('stale')
    this.current = current
  }
}

const editing = heldEditor<StatusEntry>({
  ...statusList(null as never, PROJECT_KEY),
  staleOf: (error) => (error instanceof Stale ? error.current : null),
  faultsOf: () => [],
})
const received = (editor: Editor, ...news: HeldEvent<StatusEntry>[]): Editor =>
  news.reduce((snapshot, event) => getNextSnapshot(editing, snapshot, event) as Editor, editor)
const ended = (actor: 'load' | 'save', output: object) => ({ type: `xstate.done.actor.${actor}`, output }) as never
const failed = (error: Error) => ({ type: 'xstate.error.actor.save', error }) as never

/** A visit's initial state: the stored list, and this device's draft of an earlier visit. */
const opened = (saved: Stored<StatusEntry>, { edits, undone }: Editor['context']['history']): Editor => {
  const draft = edits.length + undone.length > 0 ? { history: { edits, undone }, at: 0 } : null
  return received(getInitialSnapshot(editing, undefined as never) as Editor, ended('load', { saved, draft }))
}

const [PASSED, FAILED] = ['id:1', 'id:2'] as const
const entries = ['Passed', 'Failed'].map((name, i) => ({ ...newStatus(), id: i + 1, name, relativePosition: i }))
const colored = (key: string, colorHex: string): HeldEvent<StatusEntry> => ({
  type: 'entry/change',
  key,
  changes: { colorHex },
})
const withColor = ({ version, ...saved }: Stored<StatusEntry>, id: number, colorHex: string): Stored<StatusEntry> => ({
  ...saved,
  version: version + 1,
  entries: saved.entries.map((entry) => (entry.id === id ? { ...entry, colorHex } : entry)),
})

const next = ({ editor, isAway }: World, { type }: { type: Step }): World => {
  const { saved, history, rows, conflicts } = editor.context
  const on = (...news: HeldEvent<StatusEntry>[]) => ({
    editor: received(editor, ...news),
    isAway,
    hasJustDiscarded: false,
  })
  const number = saved.version * 16 + history.edits.length
  switch (type) {
    case 'EDIT': {
      const key = history.edits.length === 0 ? PASSED : FAILED
      return on(colored(key, `#00${(0x1000 + number).toString(16)}`), {
        type: 'edit/close',
        key,
        field: 'colorHex',
      })
    }
    case 'UNDO':
      return on({ type: 'edit/undo' })
    case 'REDO':
      return on({ type: 'edit/redo' })
    case 'SAVE': {
      const stored = { version: saved.version + 1, savedBy: null, entries: rows.map(({ entry }) => entry) }
      return on({ type: 'draft/save' }, ended('save', { saved: stored }))
    }
    case 'DISCARD':
      return { ...on({ type: 'draft/discard' }), hasJustDiscarded: true }
    case 'REGAIN':
      return on({ type: 'draft/regain' })
    case 'RELOAD':
    case 'COME_BACK':
      return { editor: opened(saved, history), isAway: false, hasJustDiscarded: false }
    case 'GO_ON':
      return on({ type: 'draft/go-on' })
    case 'LEAVE': {
      const left = received(editor, { type: 'leave/ask', to: '/' })
      return { editor: left, isAway: !left.matches({ ready: 'leaving' }), hasJustDiscarded: false }
    }
    case 'STAY':
      return on({ type: 'leave/stay' })
    case 'KEEP':
      return { ...on({ type: 'leave/keep' }), isAway: true }
    case 'DROP':
      return { ...on({ type: 'leave/discard' }), isAway: true }
    case 'SAVE_STALE': {
      const theirs = withColor(saved, 1, `#ff${(0x1000 + number).toString(16)}`)
      return on({ type: 'draft/save' }, failed(new Stale(theirs)))
    }
    case 'USE_MINE':
    case 'USE_THEIRS':
      return on({
        type: 'conflict/settle',
        key: conflicts[0]?.key ?? '',
        choice: type === 'USE_MINE' ? 'mine' : 'theirs',
      })
    case 'SAVE_REFUSED':
      return on({ type: 'draft/save' }, failed(new Error('Not now')))
  }
}

/** The steps that the machine and the page's buttons allow; at most two edits are pending, and one of them when others interfere. */
const isPossible = ({ editor, isAway, hasJustDiscarded }: World, type: Step): boolean => {
  if (isAway) return type === 'COME_BACK'
  if (editor.matches({ ready: 'leaving' })) return type === 'STAY' || type === 'KEEP' || type === 'DROP'
  const { history, conflicts, held, failure } = editor.context
  const isOffered = editor.matches({ ready: { open: 'offered' } })
  const isOne = history.edits.length === 1 && held === 1 && conflicts.length === 0
  switch (type) {
    case 'EDIT':
      return history.edits.length < 2 && conflicts.length === 0 && failure === null
    case 'UNDO':
      return !isOffered && editor.can({ type: 'edit/undo' })
    case 'REDO':
      return !isOffered && editor.can({ type: 'edit/redo' })
    case 'SAVE':
      return held > 0 && conflicts.length === 0 && editor.can({ type: 'draft/save' })
    case 'DISCARD':
      return editor.can({ type: 'draft/discard' })
    case 'REGAIN':
      return hasJustDiscarded && editor.can({ type: 'draft/regain' })
    case 'RELOAD':
      return failure === null
    case 'GO_ON':
      return editor.can({ type: 'draft/go-on' })
    case 'LEAVE':
      return isOne && failure === null
    case 'SAVE_STALE':
    case 'SAVE_REFUSED':
      return isOne && !isOffered && failure === null && history.undone.length === 0
    case 'USE_MINE':
    case 'USE_THEIRS':
      return conflicts.length > 0
    default:
      return false
  }
}

const faceOf = ({ editor, isAway, hasJustDiscarded }: World): string => {
  const { history, held, conflicts, failure } = editor.context
  if (isAway) return 'away'
  if (editor.matches({ ready: 'leaving' })) return 'asked'
  if (conflicts.length > 0) return 'conflict'
  if (failure !== null) return 'refused'
  if (history.edits.length + history.undone.length === 0) return hasJustDiscarded ? 'discarded' : 'stored'
  if (held === 0) return 'no changes'
  return `${editor.matches({ ready: { open: 'offered' } }) ? 'offered' : 'held'} ${held}`
}

const tours = toursOfPlay<World, { type: Step }>({
  first: {
    editor: opened({ version: 1, savedBy: null, entries }, { edits: [], undone: [] }),
    isAway: false,
    hasJustDiscarded: false,
  },
  stepsOf: (world) => events.filter(({ type }) => isPossible(world, type)),
  next,
  keyOf: (world) => {
    const { history, discarded } = world.editor.context
    const kinds = [...history.edits, '|', ...history.undone].map((edit) =>
      typeof edit === 'string' ? edit : edit.type,
    )
    return JSON.stringify([faceOf(world), kinds, discarded?.edits.length ?? null])
  },
  labelOf: (from, { type }, to) => `${faceOf(from)}: ${type} → ${faceOf(to)}`,
  faceOf,
})

test.beforeEach(({ page }) => signInDirectly(page))

let color = 0
/** A new value with every call, so that each edit changes something. */
const aColor = () => `#${(0x10_00_00 + (color += 4097)).toString(16).toUpperCase()}`

const faces = (page: Page) => {
  const statuses = resultStatusesPage(page)
  const held = (count: number) => () => statuses.expectHeld(count)
  const offered = (count: number) => async () => {
    await statuses.expectHeld(count)
    await expect(statuses.bar).toContainText('From your last visit')
  }
  const stored = () => expect(statuses.bar).toBeHidden()
  return {
    stored,
    discarded: stored,
    'held 1': held(1),
    'held 2': held(2),
    'no changes': () => expect(statuses.bar).toContainText('No changes'),
    'offered 1': offered(1),
    'offered 2': offered(2),
    asked: () => expect(statuses.dialog).toContainText('Leave with 1 change not saved?'),
    away: () => expect(page).not.toHaveURL(new RegExp(statuses.address)),
    conflict: async () => {
      await expect(statuses.row('Passed')).toContainText('Conflict')
      await expect(statuses.saveButton).toHaveAttribute('aria-disabled', 'true')
    },
    refused: () => expect(page.getByRole('alert').getByText('Not now')).toBeVisible(),
  }
}

/** No pending edits, as on a first visit; the message of a discard is gone, too. */
const begin = async (page: Page) => {
  const statuses = resultStatusesPage(page)
  await expectKept(page)
  await statuses.open()
  if (!(await statuses.bar.isVisible())) return
  await statuses.discard()
  await expectKept(page)
  await statuses.open()
  await expect(statuses.bar).toBeHidden()
}

test(
  'the page of result statuses shows every state of its editor, on each path of edits',
  { tag: '@full' },
  async ({ page, assay }) => {
    for (const tour of tours) await walk(page, assay, tour)
  },
)

const walk = async (page: Page, assay: Assay, tour: (typeof tours)[number]) => {
  const statuses = resultStatusesPage(page)
  const refuse = (route: Route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { code: 'API-4090', message: 'Not now' } })
      : route.fallback()
  // Messages about others' saves are withheld until the page's own save is rejected.
  const unread = (route: Route) => (route.request().method() === 'GET' ? route.abort() : route.fallback())
  const settle = (side: 'Yours' | 'theirs') =>
    statuses.settle('Passed', side, side === 'Yours' ? 'Use yours' : 'Use theirs')
  const does: Record<Step, (from: World) => Promise<unknown>> = {
    EDIT: async ({ editor }) => {
      const edited = editor.context.history.edits.length === 0 ? 'Passed' : 'Failed'
      await statuses.edit(edited)
      await statuses.fill('Colour', aColor())
      await statuses.closeEditor()
    },
    UNDO: () => statuses.undo().click(),
    REDO: () => statuses.redo().click(),
    SAVE: async () => {
      await statuses.save()
      await statuses.expectSaved()
    },
    DISCARD: () => statuses.discard(),
    REGAIN: () => page.getByRole('button', { name: 'Undo', exact: true }).click(),
    RELOAD: async () => {
      await expectKept(page)
      await page.reload()
      await expect(statuses.list).toBeVisible()
    },
    GO_ON: () => statuses.goOn(),
    LEAVE: () => page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click(),
    STAY: () => statuses.dialog.getByRole('button', { name: 'Stay' }).click(),
    KEEP: () => statuses.dialog.getByRole('button', { name: 'Leave', exact: true }).click(),
    DROP: () => statuses.dialog.getByRole('button', { name: 'Discard and leave' }).click(),
    COME_BACK: () => statuses.open(),
    SAVE_STALE: async () => {
      const mara = await anotherDevice(assay, 'mara')
      await page.route('**/result-statuses', unread)
      await mara.save(changing('Passed', { colorHex: aColor() }))
      await mara.end()
      await statuses.save()
      await expect(statuses.row('Passed')).toContainText('Conflict')
      await page.unroute('**/result-statuses', unread)
    },
    USE_MINE: () => settle('Yours'),
    USE_THEIRS: () => settle('theirs'),
    SAVE_REFUSED: async () => {
      await page.route('**/result-statuses', refuse)
      await statuses.save()
      await expect(page.getByRole('alert').getByText('Not now')).toBeVisible()
      await page.unroute('**/result-statuses', refuse)
    },
  }
  await begin(page)
  let before = tour.first
  const plays = events.map(({ type }) => [
    type,
    ({ state }: { state: World }) =>
      test.step(`${faceOf(before)}: ${type} → ${faceOf(state)}`, async () => {
        await does[type](before)
        before = state
      }),
  ])
  await tour.test({ events: Object.fromEntries(plays), states: faces(page) })
}
