import type { Page } from '@playwright/test'
import { createTestPlan } from '../../../../contract/plans/plans.ts'
import { PLAN_TEXTS } from '../../../../contract/plans/plan-texts.ts'
import { planConfirmation } from '../../../../machines/plans/plan-confirmation.machine.ts'
import type { PlanDiff } from '../../../../machines/plans/plan-diff.ts'
import { planEditor } from '../../../../machines/plans/plan-editor.machine.ts'
import { PROJECT_KEY } from '../../support/founding.ts'
import { holdCalls } from '../../support/held-calls.ts'
import { answerOf, goTours, toursOfMachines, type Outcome, type Scene } from '../../support/machine-tours.ts'
import { expect } from '../../support/test.ts'

const machines = { editor: planEditor, confirmation: planConfirmation<PlanDiff>() }
interface Around {
  /** The form has a title and options, and more of them than the confirmation shows. */
  isFilled: boolean
  hasCases: boolean
  isSaved: boolean
}
type World = Scene<typeof machines, Around>
type Does = Outcome<typeof machines, Around> | null

/** Options of the group that the plan uses, which is also the number of runs. */
export const OPTIONS = 30
const EMPTY: Around = { isFilled: false, hasCases: false, isSaved: false }
const nothing: PlanDiff = { created: [], changed: [], removed: [], unchanged: 0 }
const many = { ...nothing, created: Array.from({ length: OPTIONS }, (_, key) => ({ key: String(key) })) } as never

const faceOf = ({ at: { editor, confirmation }, around: { isSaved } }: World): string => {
  if (editor === null) return isSaved ? 'saved' : 'away'
  if (confirmation !== null && typeof confirmation.value === 'object') return `confirming, ${confirmation.value.shown}`
  return typeof editor.value === 'string' ? editor.value : `asking for ${editor.value.asking}`
}
const isWriting = ({ at: { editor } }: World) => editor?.matches('writing') === true
const isReady = ({ around: { isFilled, hasCases } }: World) => isFilled && hasCases
const received = (event: object, around: Partial<Around> = {}): Does => ({
  events: { editor: [event as never] },
  around,
})
const confirmed = { type: 'confirmation/confirm' } as const
const done = (isConfirmed: boolean) => answerOf('confirmation', { isConfirmed })
const isRead = ({ at: { confirmation } }: World) => confirmation?.matches({ shown: 'read' }) === true

export const planEditorTours = toursOfMachines({
  machines,
  first: EMPTY,
  steps: {
    OPEN: ({ at, around }: World): Does =>
      at.editor === null && !around.isSaved ? { begin: { editor: undefined }, around: EMPTY } : null,
    FILL: (world: World): Does => (isWriting(world) && !world.around.isFilled ? { around: { isFilled: true } } : null),
    CHOOSE_BASE: (world: World): Does => (isWriting(world) ? received({ type: 'cases/choose', runKey: null }) : null),
    CHOOSE_OF_RUN: (world: World): Does =>
      isWriting(world) && isReady(world) ? received({ type: 'cases/choose', runKey: '0' }) : null,
    EDIT_TITLE: (world: World): Does =>
      isWriting(world) && isReady(world) ? received({ type: 'title/edit', runKey: '0' }) : null,
    CANCEL: (world: World): Does => (world.at.editor?.matches('asking') ? received({ type: 'dialog/close' }) : null),
    PICK: (world: World): Does =>
      world.at.editor?.matches({ asking: 'cases' }) === true && !world.around.hasCases
        ? received({ type: 'dialog/close' }, { hasCases: true })
        : null,
    NARROW: (world: World): Does =>
      world.at.editor === null || isWriting(world)
        ? null
        : { ...received({ type: 'window/narrowed' }), end: ['confirmation'] },
    SAVE: (world: World): Does => {
      if (!isWriting(world)) return null
      const diff = world.around.isFilled ? many : nothing
      const saved = received({ type: 'plan/save', diff, isReady: isReady(world) })
      return isReady(world) ? { ...saved, begin: { confirmation: { shown: diff } } } : saved
    },
    SCROLL: (world: World): Does =>
      world.at.confirmation !== null && !isRead(world) ? { events: { confirmation: [{ type: 'list/ended' }] } } : null,
    DISMISS: (world: World): Does =>
      world.at.confirmation === null
        ? null
        : {
            events: { confirmation: [{ type: 'confirmation/cancel' }], editor: [done(false)] },
            end: ['confirmation'],
          },
    CONFIRM_REFUSED: (world: World): Does =>
      isRead(world) ? { events: { confirmation: [confirmed], editor: [done(true)] }, end: ['confirmation'] } : null,
    CONFIRM: (world: World): Does =>
      isRead(world)
        ? {
            events: { confirmation: [confirmed], editor: [done(true)] },
            end: ['confirmation', 'editor'],
            around: { isSaved: true },
          }
        : null,
    GO_BACK: ({ around }: World): Does => (around.isSaved ? { around: EMPTY } : null),
  },
  faceOf,
  keyOf: (world) => JSON.stringify([faceOf(world), world.around]),
})

/** `group`: the name of a configuration group with `OPTIONS` options. */
export async function goPlanEditorTours(page: Page, group: string): Promise<void> {
  const calls = await holdCalls(page)
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  const title = page.getByLabel('Title', { exact: true })
  const cases = page.getByRole('dialog', { name: /^(Base case selection|Cases of)/ })
  const rename = page.getByRole('dialog', { name: 'Rename the run' })
  const confirmation = page.getByRole('alertdialog')
  const confirm = confirmation.getByRole('button', { name: `Create ${OPTIONS} runs` })
  const list = confirmation.getByRole('group', { name: 'Runs that saving creates and deletes' })
  const create = page.getByRole('button', { name: 'Create', exact: true })
  const ofFirstRun = async (item: string) => {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await goTours(planEditorTours, {
    begin: () => page.goto(`/projects/${PROJECT_KEY}/test-plans`),
    does: {
      OPEN: () => page.getByRole('link', { name: 'Test plan', exact: true }).click(),
      FILL: async () => {
        await title.fill('Devices')
        await page.getByRole('button', { name: 'Configuration group' }).click()
        await page.getByRole('menuitem', { name: group }).click()
        await expect(page.getByText(`${OPTIONS} of ${OPTIONS} runs checked`)).toBeVisible()
      },
      CHOOSE_BASE: () =>
        page.getByRole('button', { name: /^(Choose test cases|Change the base case selection)$/ }).click(),
      CHOOSE_OF_RUN: () => ofFirstRun('Choose other cases'),
      EDIT_TITLE: () => ofFirstRun('Rename'),
      CANCEL: () => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
      PICK: async () => {
        // A click on a control that is not ready does nothing.
        await expect(cases.getByRole('checkbox', { name: 'All test cases' })).toBeEnabled()
        await cases.getByText('All test cases').click()
        await cases.getByRole('button', { name: /^Choose \d+ cases?$/ }).click()
      },
      NARROW: async () => {
        await page.setViewportSize({ width: 599, height: size.height })
        await expect(page.getByRole('dialog').or(confirmation)).toHaveCount(0)
        await page.setViewportSize(size)
      },
      SAVE: async (before) => {
        await create.click()
        if (!before.around.isFilled)
          await expect(page.getByText('Must be between 1 and 255 characters').first()).toBeVisible()
        else if (!before.around.hasCases) await expect(page.getByText(PLAN_TEXTS.noCases).first()).toBeVisible()
      },
      SCROLL: () => list.press('End'),
      DISMISS: () => confirmation.getByRole('button', { name: 'Cancel' }).click(),
      CONFIRM_REFUSED: async () => {
        calls.hold(createTestPlan)
        await confirm.click()
        await calls.fail()
        await expect(page.getByRole('alert').filter({ hasText: /\w/ }).first()).toBeVisible()
      },
      CONFIRM: () => confirm.click(),
      GO_BACK: () => page.getByRole('navigation').getByRole('link', { name: 'Test plans' }).first().click(),
    },
    sees: {
      away: () => expect(page.getByRole('heading', { level: 1, name: 'Test plans' })).toBeVisible(),
      writing: async () => {
        await expect(create).not.toHaveAttribute('aria-busy')
        await expect(page.getByRole('dialog').or(confirmation)).toHaveCount(0)
      },
      'asking for cases': () => expect(cases.getByRole('checkbox', { name: 'All test cases' })).toBeEnabled(),
      'asking for title': () => expect(rename).toBeVisible(),
      'confirming, unread': () => expect(confirm).toBeDisabled(),
      'confirming, read': () => expect(confirm).toBeEnabled(),
      saved: async () => {
        await expect(page.getByText(PLAN_TEXTS.created, { exact: true }).first()).toBeVisible()
        await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
      },
    },
  })
}
