/** The timer of an exploratory session, pictures in its observations, and two devices in one session. */
import type { Page } from '@playwright/test'
import { createObservation } from '../../../contract/exploratory/observations.ts'
import { createExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { getObservationTypes } from '../../../contract/settings/observation-types.ts'
import { exploratoryPage } from '../pages/exploratory.ts'
import { observationsOf } from '../pages/observations.ts'
import { recordingOf } from '../pages/recording.ts'
import { callsAs } from '../support/calls.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

const as = (username: string) => ({ username, password: MEMBERS_PASSWORD })

const aSession = async (assay: { url: string }, title: string, more: object = {}): Promise<string> => {
  const call = await callsAs(assay, 'emil')
  const { data } = await call<{ data: { id: string } }>(createExploratorySession, {}, { title, ...more })
  return data.id
}

/** Advances time in steps that the timer does not ask about. */
const works = async (page: Page, minutes: number) => {
  for (let passed = 0; passed < minutes; passed += 1) await page.clock.fastForward('01:00')
}

/** Draws stripes of one pixel, which only a blur makes grey. Shares them as a screen, and pastes them as a picture. */
const withStripes = (page: Page) =>
  page.addInitScript(() => {
    const stripes = () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 240 })
      const drawing = canvas.getContext('2d')
      for (let x = 0; x < 400; x += 1) {
        if (drawing !== null) drawing.fillStyle = x % 2 === 0 ? '#000' : '#fff'
        drawing?.fillRect(x, 0, 1, 240)
      }
      return canvas
    }
    navigator.mediaDevices.getDisplayMedia = async () => {
      const canvas = stripes()
      const stream = canvas.captureStream(10)
      setInterval(() => canvas.getContext('2d')?.drawImage(stripes(), 0, 0), 100)
      return stream
    }
    Object.assign(globalThis, {
      pasteStripes: (area: Element) =>
        stripes().toBlob((blob) => {
          const clipboardData = new DataTransfer()
          clipboardData.items.add(new File([blob ?? ''], 'stripes.png', { type: 'image/png' }))
          area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        }),
    })
  })

/** Brightness of the middle of the attached picture on the server; null while it is missing. */
const middleOf = (page: Page) =>
  page.evaluate(async () => {
    const picture = document.querySelector<HTMLImageElement>('[aria-label="Files"] img')
    if (picture === null || !picture.src.includes('/api/files/')) return null
    const bitmap = await createImageBitmap(await (await fetch(picture.src)).blob())
    const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height })
    const drawing = canvas.getContext('2d')
    drawing?.drawImage(bitmap, 0, 0)
    const pixels = drawing?.getImageData(bitmap.width / 2 - 8, bitmap.height / 2, 16, 1).data ?? []
    return [...pixels].filter((_, index) => index % 4 === 0)
  })

test('a tester records, writes by keyboard, blurs a picture, and is away; a guest watches', async ({
  page,
  browser,
  assay,
}) => {
  const id = await aSession(assay, 'Gift cards at the till', { timeBoxMinutes: 30 })
  await signInDirectly(page, as('emil'))
  await page.clock.install()
  await withStripes(page)
  const seen = observationsOf(page)
  const clock = recordingOf(page)
  await test.step('[OBS-11] [ESVW-23] a session is recorded within its time box', async () => {
    await exploratoryPage(page).open(`/${id}`)
    await expect(seen.empty).toBeVisible()
    await expect(seen.types.first()).toBeChecked()
    await clock.record()
    await clock.expectState('Recording')
    await works(page, 2)
    await clock.expectFace(/^00:02:/)
    await expect(clock.words).toHaveText('28 min left of 0h 30m planned')
  })
  await test.step('[OBS-07] [OBS-08] a note, its type and its time are written by keyboard', async () => {
    await page.keyboard.press('n')
    await expect(seen.field).toBeFocused()
    await page.keyboard.press('Alt+2')
    await expect(seen.types.nth(1)).toBeChecked()
    await page.keyboard.type('Two cards are taken as one')
    await seen.elapsed.click()
    for (const [part, value] of Object.entries({ Hours: '1', Minutes: '5', Seconds: '30' }))
      await page.getByRole('textbox', { name: part }).fill(value)
    await page.keyboard.press('Escape')
    await seen.field.press('Control+Enter')
    await expect(seen.rows.first()).toContainText('1h 05m 30s')
  })
  await test.step('attaches a screenshot and a pasted picture, without the blurred content', async () => {
    const marks = page.getByRole('application')
    await page.getByRole('button', { name: 'Screenshot' }).click()
    await expect(marks).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: /^Remove screenshot/i }).click()
    await seen.field.evaluate((area) =>
      (globalThis as unknown as { pasteStripes: (field: Element) => void }).pasteStripes(area),
    )
    await page.getByRole('button', { name: 'Mark up stripes.png' }).click()
    await page.getByRole('button', { name: 'Blur' }).click()
    await marks.press('Enter')
    await page.getByRole('button', { name: 'Arrow' }).click()
    await marks.hover({ position: { x: 20, y: 20 } })
    await page.mouse.down()
    await marks.hover({ position: { x: 90, y: 60 } })
    await page.mouse.up()
    await expect(marks).toHaveAccessibleName(/with 2 marks/)
    await page.keyboard.press('Control+Z')
    await expect(marks).toHaveAccessibleName(/with 1 mark\b/)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(seen.field).toBeFocused()
    await seen.add('Stripes')
    await expect.poll(() => middleOf(page)).not.toBeNull()
    const shades = (await middleOf(page)) ?? []
    expect(Math.max(...shades) - Math.min(...shades)).toBeLessThan(60)
  })
  await test.step('[OBS-22] [ESVW-05] a guest sees the recording and the observations, and changes nothing', async () => {
    const guest = await (await browser.newContext({ baseURL: assay.url })).newPage()
    await signInDirectly(guest, as('greta'))
    const row = exploratoryPage(guest).row('Gift cards at the till')
    await exploratoryPage(guest).open()
    await expect(row).toContainText('Recording')
    await row.getByRole('link').click()
    await expect(observationsOf(guest).row('Two cards')).toBeVisible()
    await expect(guest.getByRole('form').or(guest.getByRole('checkbox'))).toHaveCount(0)
    await expect(guest.getByRole('button', { name: /^(Close|Actions|Record)$/ })).toHaveCount(0)
    await observationsOf(guest).row('Two cards').getByRole('button', { name: 'Observation menu' }).click()
    await expect(guest.getByRole('menuitem')).toHaveText(['Copy as text'])
    await guest.context().close()
  })
  await test.step('a paused timer stops, and a reload continues a running one', async () => {
    await clock.pause()
    await clock.expectState('Paused')
    const paused = (await clock.face.textContent()) ?? ''
    await works(page, 1)
    await clock.expectFace(paused)
    await clock.goOn()
    await works(page, 2)
    await page.reload()
    await clock.expectState('Recording')
    await clock.expectFace(/^00:0[45]:/)
  })
  await test.step('after a sleep of the device the tester decides whether it counts', async () => {
    await page.clock.fastForward('40:00')
    await expect(clock.bar).toContainText('You were away 0h 40m. Count this time?')
    await page.getByRole('button', { name: 'Leave it out' }).click()
    await clock.stop()
    await clock.expectState('Not recording')
    await exploratoryPage(page).showSummary()
    await expect(page.getByRole('heading', { name: '1h 05m elapsed time' })).toBeVisible()
  })
})

test('two devices of one tester work in one session, and edits made offline are merged or decided', async ({
  page,
  browser,
  assay,
}) => {
  const id = await aSession(assay, 'Refunds at the till')
  const other = await (await browser.newContext({ baseURL: assay.url })).newPage()
  for (const device of [page, other]) {
    await signInDirectly(device, as('emil'))
    await device.clock.install()
    await exploratoryPage(device).open(`/${id}`)
  }
  const [one, two] = [observationsOf(page), observationsOf(other)]
  await test.step('[OBS-10] observations of the other device and of another tester arrive', async () => {
    await one.add('Written at the desk')
    const rita = await callsAs(assay, 'rita')
    const { items } = await rita<{ items: { id: number }[] }>(getObservationTypes)
    await rita(createObservation, { exploratorySessionId: id }, { typeId: items[0]?.id, description: 'By Rita' })
    for (const device of [one, two]) await device.expectTexts(['By Rita', 'Written at the desk'])
    await expect(two.rows.first()).toContainText('Rita Sand')
  })
  await test.step('a type changed offline and a text changed online are merged', async () => {
    await other.context().setOffline(true)
    await two.retype('Written at the desk', 2)
    await one.edit('Written at the desk', 'Written at the desk, and mended')
    const type = await two.rows.last().getAttribute('aria-label')
    await other.context().setOffline(false)
    await expect(two.rows.last()).toContainText('and mended')
    await expect(two.waiting).toHaveCount(0)
    await expect(one.rows.last()).toHaveAccessibleName(new RegExp(`^${type?.split(':')[0] ?? '.'}:`))
  })
  await test.step('an observation deleted offline and changed online is decided by who deleted it', async () => {
    await other.context().setOffline(true)
    await two.choose('Written at the desk', 'Delete')
    await other
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await two.expectTexts(['By Rita'])
    const sent = page.waitForResponse('**/exploratory-commands')
    await one.edit('Written at the desk, and mended', 'Written at the desk, and worth keeping')
    await sent
    await other.context().setOffline(false)
    const rejected = two.rows.last().getByRole('region', { name: 'Refused' })
    await expect(rejected).toContainText('Somebody else changed this observation before it was deleted.')
    await rejected.getByRole('button', { name: 'Keep theirs' }).click()
    await two.expectTexts(['By Rita', 'Written at the desk, and worth keeping'])
  })
})
