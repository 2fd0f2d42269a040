import type { Page } from '@playwright/test'
import { closeTestRun, getRerun, getTestRun } from '../../../../contract/runs/runs.ts'
import { RUN_TEXTS } from '../../../../contract/runs/run-texts.ts'
import { rerun } from '../../../../machines/runs/rerun.machine.ts'
import { runEditor, type ReadRun, type RunEditorMode } from '../../../../machines/runs/run-editor.machine.ts'
import { NEW_RUN, type Rerun, type RerunOutcome } from '../../../../machines/runs/run-values.ts'
import { aTestRun } from '../../../unit/runs/support.ts'
import type { callsAs } from '../../support/calls.ts'
import { PROJECT_KEY } from '../../support/founding.ts'
import { holdCalls } from '../../support/held-calls.ts'
import { answerOf, failureOf, goTours, toursOfMachines, type Outcome, type Scene } from '../../support/machine-tours.ts'
import { expect } from '../../support/test.ts'

const machines = { editor: runEditor, rerun }
interface Around {
  /** The source of the rerun refers to a deleted environment. */
  isLess: boolean
  /** Another user has closed the run that is edited. */
  isClosed: boolean
  /** Closed runs: the next step edits another one. */
  closed: number
}
type World = Scene<typeof machines, Around>
type Does = Outcome<typeof machines, Around> | null

const placeOf = ({ at: { editor } }: World): string =>
  editor === null ? 'away' : typeof editor.value === 'string' ? editor.value : editor.value.writing
const modeOf = ({ at: { editor } }: World): RunEditorMode | undefined => editor?.context.mode
/** Choices with which a rerun is left by each button; the others take the same paths. */
const LEFT: Record<'save' | 'cancel', readonly RerunOutcome[]> = { save: ['failed'], cancel: ['all', 'failed'] }
const isLeft = ({ at: { editor, rerun: choice } }: World, by: 'save' | 'cancel') =>
  editor?.matches('writing') === true && (choice === null || LEFT[by].includes(choice.context.outcome))

/** One case failed, the other one is untested. */
const earlierOf = ({ around: { isLess } }: World): Rerun => ({
  run: aTestRun({ environment: { id: 1, name: 'Old', key: 'old', deleted: isLess } }),
  cases: [
    { id: 1, assigneeId: null, outcome: 'failed' },
    { id: 2, assigneeId: null, outcome: 'untested' },
  ],
  missingCases: 0,
  missingConfigurations: [],
  isMilestoneCompleted: false,
  missingEnvironment: isLess,
  missingMilestone: false,
})
const opened =
  (mode: RunEditorMode, isLess = false) =>
  (world: World): Does =>
    placeOf(world) === 'away' ? { begin: { editor: { mode } }, around: { isLess, isClosed: false } } : null
const chosen =
  (outcome: RerunOutcome) =>
  (world: World): Does =>
    world.at.rerun !== null && world.at.rerun.context.outcome !== outcome
      ? { events: { rerun: [{ type: 'cases/chosen', outcome }] } }
      : null

const faceOf = (world: World): string => {
  const { editor, rerun: choice } = world.at
  if (choice !== null) return `rerun ${choice.value}, ${choice.context.outcome}`
  if (editor?.value === 'left') return editor.context.run?.closed === true ? 'left, closed' : 'left'
  return placeOf(world) === 'plain' || placeOf(world) === 'reading'
    ? `${placeOf(world)}, ${modeOf(world)}`
    : placeOf(world)
}

export const runEditorTours = toursOfMachines({
  machines,
  first: { isLess: false, isClosed: false, closed: 0 } as Around,
  steps: {
    NEW: opened('new'),
    EDIT: opened('edit'),
    RERUN: opened('rerun'),
    RERUN_LESS: opened('rerun', true),
    ANSWER: (world): Does => {
      if (placeOf(world) !== 'reading') return null
      const answer = (found: ReadRun) => ({ events: { editor: [answerOf('read', found)] } })
      if (modeOf(world) === 'rerun') {
        const found = earlierOf(world)
        return { ...answer({ mode: 'rerun', rerun: found }), begin: { rerun: { rerun: found, outcome: 'all' } } }
      }
      return world.around.isClosed
        ? answer({ mode: 'edit', run: aTestRun({ closed: true }), isEditable: false })
        : answer({ mode: 'edit', run: aTestRun(), initial: NEW_RUN, isEditable: true })
    },
    FAIL: (world): Does =>
      placeOf(world) === 'reading' && !world.around.isClosed ? { events: { editor: [failureOf('read')] } } : null,
    RETRY: (world): Does => (placeOf(world) === 'failed' ? { events: { editor: [{ type: 'editor/retry' }] } } : null),
    OTHERS_CLOSE: (world): Does =>
      placeOf(world) === 'reading' && modeOf(world) === 'edit' && !world.around.isClosed
        ? { around: { isClosed: true, closed: world.around.closed + 1 } }
        : null,
    CHOOSE_ALL: chosen('all'),
    CHOOSE_FAILED: chosen('failed'),
    CHOOSE_UNTESTED: chosen('untested'),
    SAVE: (world): Does =>
      isLeft(world, 'save') ? { events: { editor: [{ type: 'run/saved', runId: 9 }] }, end: ['rerun'] } : null,
    CANCEL: (world): Does =>
      isLeft(world, 'cancel') ? { events: { editor: [{ type: 'editor/cancelled' }] }, end: ['rerun'] } : null,
    GO_BACK: (world): Does => (placeOf(world) === 'left' ? { end: ['editor'] } : null),
  },
  faceOf,
  keyOf: (world) => JSON.stringify([faceOf(world), modeOf(world), world.around.isLess, world.around.isClosed]),
})

/** Edited runs: each that is closed is followed by another. */
export const EDITED =
  Math.max(...runEditorTours.tours.flatMap(({ steps }) => steps.map(({ state }) => state.around.closed))) + 1

export interface EditorStage {
  page: Page
  call: Awaited<ReturnType<typeof callsAs>>
  /** By title: `Whole`, `Less` and `Edited 0` to `Edited n`. */
  runs: Readonly<Record<string, number>>
}

export async function goRunEditorTours({ page, call, runs }: EditorStage): Promise<void> {
  const calls = await holdCalls(page)
  const table = page.getByRole('table', { name: 'Test runs' })
  const summary = page.getByRole('region', { name: 'Test cases' }).getByRole('status')
  const cases = page.getByRole('radiogroup', { name: 'Test cases of the earlier run' })
  const title = page.getByLabel('Title', { exact: true })
  const editedTitle = ({ around: { closed, isClosed } }: World) => `Edited ${closed - (isClosed ? 1 : 0)}`
  let made = 0
  const openBy = async (of: string, item: string, held: typeof getRerun | typeof getTestRun) => {
    calls.hold(held)
    await table.getByRole('button', { name: `Actions for ${of}`, exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await calls.expectHeld()
  }
  const choose = (label: RegExp) => () => cases.getByText(label).click()
  const picked = (count: number) => expect(summary).toHaveText(new RegExp(`^${count} of `))
  const noted = (isLess: boolean) =>
    expect(page.getByRole('note').filter({ hasText: 'No longer in this project' })).toHaveCount(isLess ? 1 : 0)
  const rerunning = (count: number, isLess: boolean) => async () => {
    await picked(count)
    await noted(isLess)
  }
  await goTours(runEditorTours, {
    begin: () => page.goto(`/projects/${PROJECT_KEY}/test-runs`),
    does: {
      NEW: () => page.getByRole('link', { name: 'Test Run', exact: true }).click(),
      EDIT: (_, after) => openBy(editedTitle(after), 'Edit', getTestRun),
      RERUN: () => openBy('Whole', 'Rerun', getRerun),
      RERUN_LESS: () => openBy('Less', 'Rerun', getRerun),
      ANSWER: calls.answer,
      FAIL: calls.fail,
      RETRY: async (before) => {
        calls.hold(modeOf(before) === 'rerun' ? getRerun : getTestRun)
        await page.getByRole('button', { name: 'Retry' }).click()
        await calls.expectHeld()
      },
      OTHERS_CLOSE: (_, after) => call(closeTestRun, { runId: runs[editedTitle(after)] }),
      CHOOSE_ALL: choose(/^All/),
      CHOOSE_FAILED: choose(/^Failed/),
      CHOOSE_UNTESTED: choose(/^Untested/),
      SAVE: async (before) => {
        if (modeOf(before) === 'new') await page.getByRole('checkbox', { name: 'Select suite Checkout' }).click()
        if (modeOf(before) !== 'edit') await title.fill(`Made ${++made}`)
        await page.getByRole('button', { name: modeOf(before) === 'edit' ? 'Save' : 'Create test run' }).click()
        const words = modeOf(before) === 'edit' ? RUN_TEXTS.updated : RUN_TEXTS.created
        await expect(page.getByText(words, { exact: true }).first()).toBeVisible()
        await expect(page).toHaveURL(/test-runs\/\d+$/)
      },
      CANCEL: async (before) => {
        await page.getByRole('button', { name: 'Cancel' }).click()
        // Another choice than the default is a change of the form.
        if (before.at.rerun?.context.outcome !== 'all' && before.at.rerun !== null)
          await page.getByRole('button', { name: 'Discard changes' }).click()
        await expect(page).toHaveURL(modeOf(before) === 'new' ? /test-runs$/ : /test-runs\/\d+$/)
      },
      GO_BACK: () => page.getByRole('navigation').getByRole('link', { name: 'Test runs' }).first().click(),
    },
    sees: {
      away: () => expect(table).toBeVisible(),
      'reading, edit': () => expect(page.locator('[aria-busy=true]').first()).toBeVisible(),
      'reading, rerun': () => expect(page.locator('[aria-busy=true]').first()).toBeVisible(),
      failed: () => expect(page.getByText('The test run did not load')).toBeVisible(),
      'plain, new': () => expect(title).toHaveValue(''),
      'plain, edit': () => expect(title).toHaveValue(/^Edited/),
      'rerun whole, all': rerunning(2, false),
      'rerun whole, failed': rerunning(1, false),
      'rerun whole, untested': rerunning(1, false),
      'rerun warned, all': rerunning(2, true),
      'rerun warned, failed': rerunning(1, true),
      'rerun warned, untested': rerunning(1, true),
      left: () => expect(page).toHaveURL(/test-runs(\/\d+)?$/),
      'left, closed': async () => {
        await expect(page).toHaveURL(new RegExp(`test-runs/\\d+$`))
        await expect(page.getByText('This test run is closed.', { exact: false })).toBeVisible()
      },
    },
  })
}
