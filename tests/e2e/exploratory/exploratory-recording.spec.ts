import type { Page } from '@playwright/test'
import { createObservation, listObservations } from '../../../contract/exploratory/observations.ts'
import { createExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { getObservationTypes, saveObservationTypes } from '../../../contract/settings/observation-types.ts'
import { exploratoryPage } from '../pages/exploratory.ts'
import { observationsOf } from '../pages/observations.ts'
import { recordingOf } from '../pages/recording.ts'
import { callsAs } from '../support/calls.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.describe.configure({ timeout: 90_000 })

const { members } = TEAM
test.use({ environment: unattended, people: TEAM })
const as = (username: (typeof members)[number]['username']) => ({ username, password: MEMBERS_PASSWORD })

const aSession = async (assay: { url: string }, title: string, more: object = {}): Promise<string> => {
  const call = await callsAs(assay, 'emil')
  const { data } = await call<{ data: { id: string } }>(createExploratorySession, {}, { title, ...more })
  return data.id
}

/** Time goes by, without a gap that the clock would ask about; quicker than every tick of it. */
const works = async (page: Page, minutes: number) => {
  for (let passed = 0; passed < minutes; passed += 1) await page.clock.fastForward('01:00')
}

/** A screen to share, as the browser would give it: a drawing of stripes. */
const shareScreen = (page: Page) =>
  page.addInitScript(() => {
    navigator.mediaDevices.getDisplayMedia = async () => {
      // Until somebody has chosen what to share.
      await (globalThis as { choosing?: Promise<void> }).choosing
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 })
      const drawing = canvas.getContext('2d')
      const draw = () => {
        for (let x = 0; x < 640; x += 2) drawing?.fillRect(x, 0, 1, 360)
      }
      draw()
      const stream = canvas.captureStream(10)
      setInterval(draw, 100)
      return stream
    }
  })

test('[OBS-07] [OBS-08] [OBS-11] [ESVW-23] a tester records, writes by keyboard, marks a picture of the screen, is away and comes back', async ({
  page,
  browser,
  assay,
}) => {
  const id = await aSession(assay, 'Gift cards at the till', { timeBoxMinutes: 30 })
  await signInDirectly(page, as('emil'))
  await page.clock.install()
  await shareScreen(page)
  const sessions = exploratoryPage(page)
  const seen = observationsOf(page)
  const clock = recordingOf(page)
  await sessions.open(`/${id}`)
  await expect(seen.empty).toBeVisible()
  await expect(seen.types.first()).toBeChecked()
  await clock.record()
  await clock.expectState('Recording')
  await works(page, 2)
  await clock.expectFace(/^00:02:/)
  await expect(clock.words).toHaveText('28 min left of 0h 30m planned')

  // Without the mouse: the note, its type and its time.
  await page.keyboard.press('n')
  await expect(seen.field).toBeFocused()
  await page.keyboard.press('Alt+2')
  await expect(seen.types.nth(1)).toBeChecked()
  await page.keyboard.type('Two cards are taken as one')
  await expect(seen.elapsed).toHaveAccessibleName(/^Elapsed time: 2m \d\ds$/)
  await seen.elapsed.click()
  for (const [part, value] of [
    ['Hours', '1'],
    ['Minutes', '5'],
    ['Seconds', '30'],
  ] as const)
    await page.getByRole('textbox', { name: part }).fill(value)
  await expect(seen.elapsed).toHaveAccessibleName('Elapsed time: 1h 05m 30s')
  await page.keyboard.press('Escape')
  await seen.field.press('Control+Enter')
  await expect(seen.rows.first()).toContainText('1h 05m 30s')
  await expect(seen.rows.first()).toContainText(/2:\d\d/)
  await expect(seen.types.nth(1)).toBeChecked()

  // Plain digits choose a type where nobody types. No note is added while a picture is being taken.
  await seen.field.fill('As it looks at the till')
  await seen.field.blur()
  await page.keyboard.press('1')
  await expect(seen.types.first()).toBeChecked()
  await expect(seen.addButton).toBeEnabled()
  await page.evaluate(() => {
    const choosing = new Promise<void>((choose) => Object.assign(globalThis, { choose }))
    Object.assign(globalThis, { choosing })
  })
  await page.getByRole('button', { name: 'Screenshot' }).click()
  await expect(seen.addButton).toBeDisabled()
  await seen.field.press('Control+Enter')
  await page.evaluate(() => (globalThis as { choose?: () => void }).choose?.())
  const marks = page.getByRole('application')
  for (const [n, tool] of ['Box', 'Arrow', 'Blur'].entries()) {
    await page.getByRole('button', { name: tool }).click()
    await marks.press('Enter')
    await expect(marks).toHaveAccessibleName(new RegExp(`with ${n + 1} mark`))
  }
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: /^Mark up screenshot/ })).toBeVisible()
  await expect(seen.rows).toHaveCount(1)
  await seen.add('As it looks at the till')
  await expect(seen.rows.first().getByRole('link')).toHaveAttribute('href', /^\/api\/files\/exploratory\//)

  await clock.pause()
  await clock.expectState('Paused')
  const paused = await clock.face.textContent()
  await works(page, 1)
  await clock.expectFace(paused ?? '')
  await clock.goOn()
  await works(page, 23)
  await expect(clock.words).toHaveAttribute('data-notice', 'near')
  await page.reload()
  await clock.expectState('Recording')
  await clock.expectFace(/^00:2[56]:/)
  await works(page, 6)
  await expect(clock.words).toHaveText(/^[12] min over 0h 30m planned$/)

  // Who looks from elsewhere sees it run, and no longer once nothing was heard of it for long.
  const theirs = await (await browser.newContext()).newPage()
  await signInDirectly(theirs, as('rita'))
  await theirs.clock.install()
  const list = exploratoryPage(theirs)
  await list.open()
  await expect(list.row('Gift cards at the till')).toContainText('Recording')
  await theirs.clock.fastForward('13:00')
  await expect(list.row('Gift cards at the till')).toContainText('Open')
  await theirs.context().close()

  // The device sleeps: whether that was work is the tester's to say.
  await page.clock.fastForward('40:00')
  await expect(clock.bar).toContainText('You were away 0h 40m. Count this time?')
  for (const name of ['Pause', 'Stop']) await expect(clock.bar.getByRole('button', { name })).toBeVisible()
  await page.getByRole('button', { name: 'Leave it out' }).click()
  await clock.expectFace(/^00:3[123]:/)
  await clock.stop()
  await clock.expectState('Not recording')
  await exploratoryPage(page).showSummary()
  await expect(page.getByRole('heading', { name: '1h 05m elapsed time' })).toBeVisible()
})

test('[ESED-01] [OBS-10] two devices of one tester and a second tester work in one session: everything arrives, nothing is lost', async ({
  page,
  browser,
  assay,
}) => {
  const id = await aSession(assay, 'Refunds at the till')
  const other = await (await browser.newContext()).newPage()
  for (const each of [page, other]) {
    await signInDirectly(each, as('emil'))
    await each.clock.install()
  }
  const [one, two] = [observationsOf(page), observationsOf(other)]
  for (const each of [page, other]) await exploratoryPage(each).open(`/${id}`)
  await one.add('Written at the desk')
  await two.expectTexts(['Written at the desk'])

  const ritas = await callsAs(assay, 'rita')
  const { items } = await ritas<{ items: { id: number }[] }>(getObservationTypes)
  await ritas(createObservation, { exploratorySessionId: id }, { typeId: items[0]?.id, description: 'By Rita' })
  for (const each of [one, two]) {
    await each.expectTexts(['By Rita', 'Written at the desk'])
    await expect(each.rows.first()).toContainText('Rita Sand')
  }

  // The same observation on both, one of them without a network: what differs goes together.
  await other.context().setOffline(true)
  await two.retype('Written at the desk', 2)
  await one.edit('Written at the desk', 'Written at the desk, and mended')
  await other.context().setOffline(false)
  for (const each of [one, two]) {
    await each.expectTexts(['By Rita', 'Written at the desk, and mended'])
    await expect(each.waiting).toHaveCount(0)
  }
  const type = await two.rows.last().getAttribute('aria-label')
  await expect(one.rows.last()).toHaveAccessibleName(type ?? '')
  await expect(one.rows.first()).not.toHaveAccessibleName(new RegExp(`^${type?.split(':')[0] ?? '.'}:`))

  // One of them deletes without a network what the other changes: who deletes is asked, with what the other wrote.
  await other.context().setOffline(true)
  await two.choose('Written at the desk', 'Delete')
  await other
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await two.expectTexts(['By Rita'])
  await one.edit('Written at the desk, and mended', 'Written at the desk, and worth keeping')
  const texts = async () => {
    const { items: stored } = await ritas<{ items: { description: string }[] }>(listObservations, {
      exploratorySessionId: id,
    })
    return stored.map(({ description }) => description)
  }
  await expect.poll(texts).toContain('Written at the desk, and worth keeping')
  await other.context().setOffline(false)
  await two.expectTexts(['By Rita', 'Written at the desk, and worth keeping'])
  const refused = two.rows.last().getByRole('region', { name: 'Refused' })
  await expect(refused).toContainText('Somebody else changed this observation before it was deleted.')
  await refused.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(refused).toBeHidden()

  // A type that is disabled leaves at once; observations that have it keep it.
  const owners = await callsAs(assay, OWNER.username, OWNER.password)
  const saved = await owners<{ version: number; items: { id: number; name: string }[] }>(getObservationTypes)
  const off = saved.items[0]
  await expect(one.types).toHaveCount(saved.items.length)
  await owners(
    saveObservationTypes,
    {},
    {
      version: saved.version,
      items: saved.items.map((one) => (one === off ? { ...one, enabled: false } : one)),
    },
  )
  for (const each of [one, two]) {
    await expect(each.types).toHaveCount(saved.items.length - 1)
    await expect(each.row('By Rita')).toHaveAccessibleName(new RegExp(`^${off?.name ?? ''}:`))
  }

  for (const each of [page, other]) {
    await recordingOf(each).record()
    if (each === page) await expect(other.getByText(/^Recording on another device since /)).toBeVisible()
    await works(each, 3)
    await recordingOf(each).stop()
  }
  // A clock that jumps makes the live channel miss heartbeats: what the other device has told may come with the next connection.
  const timeout = 2 * LIMITS.reconnectMs
  for (const each of [page, other]) await recordingOf(each).expectFace(/^00:06:/, { timeout })
})
