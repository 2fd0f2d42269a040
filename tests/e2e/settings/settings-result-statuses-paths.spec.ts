import type { Page, Route } from '@playwright/test'
import { setup } from 'xstate'
import { toursOf } from '../../model/support/paths.ts'
import { resultStatusesPage } from '../pages/result-statuses.ts'
import { expectKept } from '../support/leaving.ts'
import { anotherDevice, changing } from '../support/result-statuses.ts'
import type { Assay } from '../support/server.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { TEAM } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: unattended,
  people: TEAM,
})

/** What a person does to held edits, and the world with them: the first edit is of Passed, the second of Failed. */
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
  /** Somebody else has saved another colour of Passed, and then Save is pressed. */
  { type: 'SAVE_STALE' },
  { type: 'USE_MINE' },
  { type: 'USE_THEIRS' },
  /** The server does not take it. */
  { type: 'SAVE_REFUSED' },
] as const
type Step = (typeof events)[number]['type']

const machine = setup({ types: { events: {} as { type: Step } } }).createMachine({
  initial: 'stored',
  states: {
    stored: { on: { EDIT: 'one' } },
    one: {
      on: {
        EDIT: 'two',
        UNDO: 'undone',
        SAVE: 'stored',
        DISCARD: 'discarded',
        RELOAD: 'offered',
        LEAVE: 'asked',
        SAVE_STALE: 'collided',
        SAVE_REFUSED: 'refused',
      },
    },
    two: { on: { UNDO: 'stepBack', SAVE: 'stored', DISCARD: 'discarded', RELOAD: 'offeredTwo' } },
    stepBack: { on: { REDO: 'two', UNDO: 'undone', SAVE: 'stored' } },
    undone: { on: { REDO: 'one', EDIT: 'one', RELOAD: 'undone' } },
    discarded: { on: { REGAIN: 'one', RELOAD: 'stored' } },
    offered: { on: { GO_ON: 'one', EDIT: 'two', DISCARD: 'discarded', RELOAD: 'offered' } },
    offeredTwo: { on: { GO_ON: 'two', SAVE: 'stored' } },
    asked: { on: { STAY: 'one', KEEP: 'away', DROP: 'gone' } },
    away: { on: { COME_BACK: 'offered' } },
    gone: { on: { COME_BACK: 'stored' } },
    collided: { on: { USE_MINE: 'mine', USE_THEIRS: 'theirs', RELOAD: 'collidedOffered', DISCARD: 'stored' } },
    collidedOffered: { on: { USE_MINE: 'mine' } },
    mine: { on: { SAVE: 'stored', UNDO: 'collided' } },
    theirs: { on: { UNDO: 'collided' } },
    refused: { on: { SAVE: 'stored', UNDO: 'undone' } },
  },
})

const tours = toursOf(machine, { input: undefined, events })

test.beforeEach(({ page }) => signInDirectly(page))

let color = 0
/** Another with every call, so that each edit changes something. */
const aColor = () => `#${(0x10_00_00 + (color += 4097)).toString(16).toUpperCase()}`

const faces = (page: Page): Record<string, () => Promise<unknown>> => {
  const statuses = resultStatusesPage(page)
  const held = (count: number) => () => statuses.expectHeld(count)
  const offered = (count: number) => async () => {
    await statuses.expectHeld(count)
    await expect(statuses.bar).toContainText('From your last visit')
  }
  const collided = async () => {
    await expect(statuses.row('Passed')).toContainText('Conflict')
    await expect(statuses.saveButton).toHaveAttribute('aria-disabled', 'true')
  }
  const stored = () => expect(statuses.bar).toBeHidden()
  return {
    stored,
    one: held(1),
    two: held(2),
    stepBack: held(1),
    undone: () => expect(statuses.bar).toContainText('No changes'),
    discarded: stored,
    offered: offered(1),
    offeredTwo: offered(2),
    asked: () => expect(statuses.dialog).toContainText('Leave with 1 change not saved?'),
    away: () => expect(page).not.toHaveURL(new RegExp(statuses.address)),
    gone: () => expect(page).not.toHaveURL(new RegExp(statuses.address)),
    collided,
    collidedOffered: collided,
    mine: held(1),
    theirs: () => expect(statuses.bar).toContainText('No changes'),
    refused: () => expect(page.getByRole('alert').getByText('Not now')).toBeVisible(),
  }
}

/** Nothing held, as on a first visit; what a discard has said is gone, too. */
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

test('every step of the model, by way of all others: the page of result statuses shows it', async ({ page, assay }) => {
  test.setTimeout(180_000)
  for (const { steps } of tours) await walk(page, assay, steps)
})

const walk = async (page: Page, assay: Assay, steps: (typeof tours)[number]['steps']) => {
  const statuses = resultStatusesPage(page)
  const refuse = (route: Route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { code: 'API-4090', message: 'Not now' } })
      : route.fallback()
  // What others save meanwhile is not heard of before the page's own save is refused.
  const unread = (route: Route) => (route.request().method() === 'GET' ? route.abort() : route.fallback())
  let state: string = 'stored'
  const settle = (side: 'Yours' | 'theirs') =>
    statuses.settle('Passed', side, side === 'Yours' ? 'Use yours' : 'Use theirs')
  const does: Record<Step, (from: string) => Promise<unknown>> = {
    EDIT: async (from) => {
      const edited = from === 'stored' || from === 'undone' ? 'Passed' : 'Failed'
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
  for (const { event, state: reached } of steps) {
    const from = state
    state = reached.value
    await test.step(`${from}: ${event.type} → ${state}`, async () => {
      await does[event.type](from)
      await faces(page)[state]?.()
    })
  }
}
