import type { Page } from '@playwright/test'
import type { AnyCall } from '../../../../contract/call.ts'
import { closing } from '../../../../machines/patterns/closing.machine.ts'
import { PROJECT_KEY } from '../../support/founding.ts'
import { holdCalls } from '../../support/held-calls.ts'
import { answerOf, failureOf, goTours, toursOfMachines, type Outcome, type Scene } from '../../support/machine-tours.ts'
import { expect } from '../../support/test.ts'

interface Skipped {
  id: number
}
const machines = { closing: closing<number, Skipped>() }
interface Around {
  /** Pairs that are closed: the next step closes another one. */
  pairs: number
  /** Another user has closed the first of the pair. */
  isPartial: boolean
}
type World = Scene<typeof machines, Around>
type Does = Outcome<typeof machines, Around> | null

/** The machine waits in `idle` from the start. */
const stateOf = ({ at }: World) => at.closing?.value ?? 'idle'
const isOnline = ({ at }: World) => at.closing?.context.isOnline ?? true
const placeOf = (world: World): string => `${stateOf(world)}${isOnline(world) ? '' : ' offline'}`
const received = (type: string, given: object = {}): Does => ({ events: { closing: [{ type, ...given } as never] } })
const ended = (answer: never, pairs: number): Does => ({
  events: { closing: [answer] },
  around: { pairs, isPartial: false },
})

export const closingTours = toursOfMachines({
  machines,
  first: { pairs: 0, isPartial: false } as Around,
  steps: {
    ASK: (world): Does => {
      const requested = { type: 'closing/ask', items: [1, 2] } as const
      const begin = world.at.closing === null ? { begin: { closing: { isOnline: true } } } : {}
      return stateOf(world) === 'idle' && isOnline(world) ? { ...begin, events: { closing: [requested] } } : null
    },
    CONFIRM: (world): Does => (stateOf(world) === 'asked' ? received('closing/confirm') : null),
    RETRY: (world): Does => (stateOf(world) === 'failed' ? received('closing/retry') : null),
    CANCEL: (world): Does =>
      ['asked', 'failed'].includes(stateOf(world)) && !world.around.isPartial ? received('closing/cancel') : null,
    ANSWER: (world): Does => {
      if (stateOf(world) !== 'closing') return null
      const { pairs, isPartial } = world.around
      const outcome = isPartial ? { closed: 1, skipped: [{ id: 1 }] } : { closed: 2, skipped: [] }
      return ended(answerOf('close', outcome), pairs + 1)
    },
    FAIL: (world): Does =>
      stateOf(world) === 'closing' && !world.around.isPartial ? { events: { closing: [failureOf('close')] } } : null,
    DISMISS: (world): Does => (stateOf(world) === 'closed' ? received('closing/dismiss') : null),
    GO_OFFLINE: (world): Does =>
      ['asked', 'failed'].includes(stateOf(world)) && isOnline(world) && !world.around.isPartial
        ? received('network/changed', { isOnline: false })
        : null,
    GO_ONLINE: (world): Does => (isOnline(world) ? null : received('network/changed', { isOnline: true })),
    OTHERS_CLOSE: (world): Does =>
      stateOf(world) === 'asked' && isOnline(world) && !world.around.isPartial ? { around: { isPartial: true } } : null,
  },
  faceOf: placeOf,
  keyOf: (world) => JSON.stringify([placeOf(world), world.around.isPartial]),
})

/** As many as the tours close, and one for the question at the end. */
export const PAIRS =
  Math.max(...closingTours.tours.flatMap(({ steps }) => steps.map(({ state }) => state.around.pairs))) + 1

/** What is closed, test runs or plans, and the texts of their list. */
export interface ClosedThings {
  list: string
  /** Titles of a pair. */
  titlesOf: (pair: number) => readonly [string, string]
  /** The call that closes several. */
  close: AnyCall
  closeFirst: (pair: number) => Promise<unknown>
  question: string
  confirm: string
  account: RegExp
}

export async function goClosingTours(page: Page, things: ClosedThings): Promise<void> {
  const calls = await holdCalls(page)
  const selection = page.getByRole('region', { name: 'Selection' })
  const close = selection.getByRole('button', { name: 'Close', exact: true })
  const question = page.getByRole('alertdialog', { name: things.question })
  const confirm = question.getByRole('button', { name: things.confirm })
  const account = page.getByRole('dialog', { name: things.account })
  const needsNetwork = 'Closing needs a network connection'
  const press = async ({ at: { closing: now } }: World) => {
    if (now?.value === 'closing') calls.hold(things.close)
    await confirm.click()
    if (now?.value === 'closing') await calls.expectHeld()
  }
  await goTours(closingTours, {
    begin: () => page.goto(`/projects/${PROJECT_KEY}/${things.list}`),
    does: {
      ASK: async (_, { around: { pairs } }) => {
        if (!(await selection.isVisible()))
          for (const title of things.titlesOf(pairs))
            await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).click()
        await close.click()
      },
      CONFIRM: (_, after) => press(after),
      RETRY: (_, after) => press(after),
      CANCEL: () => question.getByRole('button', { name: 'Cancel' }).click(),
      ANSWER: calls.answer,
      FAIL: calls.fail,
      DISMISS: () => account.getByRole('button', { name: 'Close', exact: true }).last().click(),
      GO_OFFLINE: () => page.context().setOffline(true),
      GO_ONLINE: () => page.context().setOffline(false),
      OTHERS_CLOSE: (before) => things.closeFirst(before.around.pairs),
    },
    sees: {
      idle: async (world) => {
        await expect(page.getByRole('alertdialog')).toHaveCount(0)
        await expect(account).toHaveCount(0)
        if (world.at.closing !== null && (await selection.isVisible())) await expect(close).toBeEnabled()
      },
      'idle offline': () => expect(close).toBeDisabled(),
      asked: async () => {
        await expect(confirm).not.toHaveAttribute('aria-busy')
        await expect(question).not.toContainText(needsNetwork)
      },
      'asked offline': () => expect(question).toContainText(needsNetwork),
      closing: () => expect(confirm).toHaveAttribute('aria-busy', 'true'),
      failed: async () => {
        await expect(question.getByRole('alert')).toBeVisible()
        await expect(question).not.toContainText(needsNetwork)
      },
      'failed offline': () => expect(question).toContainText(needsNetwork),
      closed: () => expect(account).toContainText(things.titlesOf(0)[0].slice(0, 4)),
    },
  })
}
