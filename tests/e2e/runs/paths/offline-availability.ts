import type { Page } from '@playwright/test'
import { getRunOfflineSize } from '../../../../contract/runs/offline.ts'
import { listRunCaseContents } from '../../../../contract/runs/run-cases.ts'
import { updateTestRun } from '../../../../contract/runs/runs.ts'
import { offlineAvailability } from '../../../../machines/runs/offline-availability.machine.ts'
import { offlineRunsName } from '../../../../store/offline-runs/name.ts'
import type { callsAs } from '../../support/calls.ts'
import { PROJECT_KEY } from '../../support/founding.ts'
import { holdCalls } from '../../support/held-calls.ts'
import { answerOf, failureOf, goTours, toursOfMachines, type Outcome, type Scene } from '../../support/machine-tours.ts'
import { expect } from '../../support/test.ts'

const machines = { control: offlineAvailability }
type Machines = typeof machines
interface Around {
  /** The run's revision on the server. */
  revision: number
  /** The revision that the device holds; null: none. */
  kept: number | null
}
type World = Scene<Machines, Around>
type Does = Outcome<Machines, Around> | null

/** Changes of the run by others: each requires another download. */
const MAX_CHANGES = 4
export const CASES = 2
const size = { cases: CASES, contentBytes: 900, files: 0, fileBytes: 0 }

const placeOf = ({ at: { control } }: World): string =>
  control === null ? 'away' : typeof control.value === 'string' ? control.value : `kept ${control.value.kept}`
const heldAt = (revision: number) => ({ revision, sizeBytes: 900 })

/** What the page of the run shows, whether the device was notified or not. */
const opened = ({ around: { revision } }: World, look: never): Does => ({
  begin: { control: undefined },
  events: { control: [{ type: 'run/changed', revision }, look] },
})

const on = <Value>(places: Record<string, () => Value>, world: World): Value | null =>
  places[placeOf(world)]?.() ?? null
const received = (...control: never[]): Does => ({ events: { control } })
const event = (type: string) => ({ type }) as never
const downloading = event('offline/confirm')
const progressed = { type: 'download/progressed', progress: { done: 0, of: CASES } } as never

export const offlineTours = toursOfMachines({
  machines,
  first: { revision: 1, kept: null } as Around,
  steps: {
    OPEN: (world): Does =>
      on(
        { away: () => opened(world, answerOf('look', world.around.kept === null ? null : heldAt(world.around.kept))) },
        world,
      ),
    /** What the device stores cannot be read. */
    OPEN_UNREADABLE: (world): Does =>
      on({ away: () => (world.around.kept === null ? null : opened(world, failureOf('look'))) }, world),
    LEAVE: (world): Does =>
      on({ notKept: () => ({ end: ['control'] }), 'kept current': () => ({ end: ['control'] }) }, world),
    ASK: (world): Does => on({ notKept: () => received(event('offline/ask')) }, world),
    CONFIRM: (world): Does => on({ confirming: () => received(downloading, progressed) }, world),
    ANSWER: (world): Does => {
      const { revision } = world.around
      const done = (actor: string) => () => ({
        ...received(answerOf(actor, heldAt(revision))),
        around: { kept: revision },
      })
      const places = { downloading: done('download'), 'kept refreshing': done('refresh') }
      return on<Does>({ measuring: () => received(answerOf('measure', size)), ...places }, world)
    },
    FAIL: (world): Does =>
      on(
        {
          measuring: () => received(failureOf('measure')),
          downloading: () => received(failureOf('download')),
          'kept refreshing': () => received(failureOf('refresh')),
        },
        world,
      ),
    RETRY: (world): Does =>
      on<Does>(
        {
          failed: () => received(event('offline/retry')),
          'kept stale': () => received(event('offline/retry')),
          removalFailed: () => ({ ...received(event('offline/retry'), answerOf('remove')), around: { kept: null } }),
        },
        world,
      ),
    CANCEL: (world): Does => {
      const removed = () => ({ ...received(event('offline/cancel'), answerOf('remove')), around: { kept: null } })
      const back = () => received(event('offline/cancel'))
      return on<Does>({ measuring: back, confirming: back, downloading: removed, failed: removed }, world)
    },
    REMOVE: (world): Does => {
      const removed = () => ({ ...received(event('offline/remove'), answerOf('remove')), around: { kept: null } })
      return on<Does>({ 'kept current': removed, 'kept stale': removed }, world)
    },
    /** The device cannot delete it. */
    REMOVE_IN_VAIN: (world): Does =>
      on({ 'kept current': () => received(event('offline/remove'), failureOf('remove')) }, world),
    CHANGE: (world): Does => {
      const revision = world.around.revision + 1
      const changed = () => ({ ...received({ type: 'run/changed', revision } as never), around: { revision } })
      return revision > 1 + MAX_CHANGES ? null : on<Does>({ 'kept current': changed, 'kept stale': changed }, world)
    },
    /** The pause after a change ends by itself. */
    SETTLE: (world): Does =>
      on({ 'kept settling': () => received(event('xstate.after.settle.offlineAvailability.kept.settling')) }, world),
  },
  faceOf: placeOf,
  keyOf: (world) => JSON.stringify([placeOf(world), world.around]),
})

interface Stage {
  page: Page
  call: Awaited<ReturnType<typeof callsAs>>
  runId: number
  userId: number
}

/** Makes operations on the table of runs in this user's database fail; the promise resolves to a function that repairs it. */
const breakStorage = async (page: Page, userId: number, method: 'get' | 'delete') => {
  await page.evaluate(
    ([name, broken]) => {
      const store = IDBObjectStore.prototype as unknown as Record<string, (...given: unknown[]) => unknown>
      const whole = store[broken] as (...given: unknown[]) => unknown
      store[broken] = function (this: IDBObjectStore, ...given) {
        if (this.transaction.db.name === name && this.name === 'runs') throw new DOMException('', 'UnknownError')
        return whole.apply(this, given)
      }
      Object.assign(window, { mendStorage: () => (store[broken] = whole) })
    },
    [offlineRunsName(userId), method] as const,
  )
  return () => page.evaluate(() => (window as unknown as { mendStorage: () => void }).mendStorage())
}

/** Revision of the run on this device; null while it is not completely stored. */
const keptTitle = (page: Page, database: string, runId: number): Promise<string | null> =>
  page.evaluate(
    ([name, id]) =>
      new Promise<string | null>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(new Error('the runs of this device cannot be opened')))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('runs').objectStore('runs').get(id) as IDBRequest<{
            isWhole: boolean
            run: { title: string }
          } | null>
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(reading.result?.isWhole === true ? reading.result.run.title : null)
          })
        })
      }),
    [database, runId] as const,
  )

export async function goOfflineTours({ page, call, runId, userId }: Stage): Promise<void> {
  const calls = await holdCalls(page)
  const menu = page.getByRole('button', { name: 'Available offline' })
  const button = page.getByRole('button', { name: 'Make available offline' })
  const dialog = page.getByRole('alertdialog', { name: 'Make this test run available offline?' })
  const failed = page.getByRole('alertdialog', { name: 'The test run is not available offline' })
  const download = dialog.getByRole('button', { name: /^Download/ })
  const cancel = page.getByRole('button', { name: `Cancel download (0 of ${CASES})` })
  const titleAt = (revision: number) => `Offline, revision ${revision}`
  const choose = async (item: string | RegExp) => {
    await menu.click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const open = () =>
    page
      .getByRole('table', { name: 'Test runs' })
      .getByRole('link', { name: titleAt(0).slice(0, -1) })
      .click()
  /** The run is completely downloaded. */
  const expectKept = (revision: number) =>
    expect.poll(() => keptTitle(page, offlineRunsName(userId), runId), { intervals: [20] }).toBe(titleAt(revision))
  const removal = /^Remove from this device/
  await goTours(offlineTours, {
    begin: async () => {
      await page.clock.install()
      await page.goto(`/projects/${PROJECT_KEY}/test-runs`)
    },
    does: {
      OPEN: open,
      OPEN_UNREADABLE: async () => {
        const mend = await breakStorage(page, userId, 'get')
        await open()
        await expect(button).toBeEnabled()
        await mend()
      },
      LEAVE: () => page.getByRole('navigation').getByRole('link', { name: 'Test runs' }).first().click(),
      ASK: async () => {
        calls.hold(getRunOfflineSize)
        await button.click()
        await calls.expectHeld()
      },
      CONFIRM: async () => {
        calls.hold(listRunCaseContents)
        await download.click()
        await calls.expectHeld()
      },
      ANSWER: async (_, { around: { kept } }) => {
        await calls.answer()
        if (kept !== null) await expectKept(kept)
      },
      FAIL: calls.fail,
      RETRY: async (before) => {
        if (placeOf(before) === 'removalFailed') return page.getByRole('button', { name: removal }).click()
        calls.hold(placeOf(before) === 'failed' ? getRunOfflineSize : listRunCaseContents)
        if (placeOf(before) === 'failed') await failed.getByRole('button', { name: 'Try again' }).click()
        else await choose('Update now')
        return calls.expectHeld()
      },
      CANCEL: (before) =>
        placeOf(before) === 'downloading'
          ? cancel.click()
          : (placeOf(before) === 'failed' ? failed : dialog).getByRole('button', { name: 'Cancel' }).click(),
      REMOVE: () => choose(removal),
      REMOVE_IN_VAIN: async () => {
        const mend = await breakStorage(page, userId, 'delete')
        await choose(removal)
        await expect(page.getByRole('button', { name: 'Remove from this device' })).toBeVisible()
        await mend()
      },
      CHANGE: async (_, { around: { revision } }) => {
        calls.hold(listRunCaseContents)
        await call(updateTestRun, { runId }, { title: titleAt(revision) })
        await expect(page.getByRole('heading', { level: 1, name: titleAt(revision) })).toBeVisible()
      },
      SETTLE: async () => {
        await page.clock.fastForward('00:05')
        await calls.expectHeld()
      },
    },
    sees: {
      away: () => expect(page.getByRole('heading', { level: 1, name: 'Test runs' })).toBeVisible(),
      notKept: async () => {
        await expect(button).toBeEnabled()
        await expect(page.getByRole('alertdialog')).toHaveCount(0)
      },
      measuring: () => expect(dialog).toContainText('Checking how much there is to download'),
      confirming: () => expect(dialog).toContainText(`${CASES} cases and 0 files`),
      downloading: () => expect(cancel).toBeVisible(),
      failed: () => expect(failed).toBeVisible(),
      'kept current': () => expect(menu).toBeVisible(),
      'kept settling': () => expect(menu).toBeVisible(),
      'kept refreshing': () => expect(menu).toBeVisible(),
      'kept stale': async () => {
        await menu.click()
        await expect(page.getByRole('menuitem', { name: 'Update now' })).toBeVisible()
        await page.keyboard.press('Escape')
      },
      removalFailed: () => expect(page.getByRole('button', { name: 'Remove from this device' })).toBeVisible(),
    },
  })
}
