import { startLanguageModel } from '../../server/support/language-model.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { casesPage } from '../pages/cases.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

const written = (title: string) =>
  `${JSON.stringify({ title, preConditions: 'A full basket', steps: [{ action: `Do ${title}`, expectedResult: 'Done' }] })}\n`

test('an assistant suggests cases one by one, until its credits are used up', async ({ page, browser, assay }) => {
  const { authToken } = await signInDirectly(page)
  await fillRepository(page, authToken, { Checkout: ['Pay by card'] })
  const cases = casesPage(page)
  await cases.open()
  const ask = page.getByRole('button', { name: 'Suggest test cases' })
  await test.step('[AISG-01] the button is there, and says that no assistant is connected', async () => {
    await ask.click()
    await expect(page.getByRole('dialog')).toContainText(TEXTS.assistantNotConnected)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  })

  const model = await startLanguageModel()
  let goOn = () => undefined as void
  model.behaves(async ({ say, done }) => {
    say(written('Pay twice'))
    await new Promise<void>((resolve) => (goOn = resolve))
    say(written('Pay with nothing') + written('Pay abroad'))
    done()
  })
  try {
    await assay.restart({ AI_URL: model.url, AI_MODEL: 'tester-1', AI_CREDITS: '4' })
    await cases.open()
    await ask.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('4 credits are left this month')
    await test.step('[AISG-04] the first case shows while the others are still written', async () => {
      await dialog.getByRole('textbox', { name: 'Requirements' }).fill('Cards of other countries')
      await dialog.getByRole('button', { name: 'Suggest' }).click()
      await expect(cases.row('Pay twice')).toBeVisible()
      await expect(page.getByText('1 suggestion, still writing…')).toBeVisible()
    })
    const views = page.getByRole('radiogroup', { name: 'View' })
    const suiteView = views.getByRole('radio', { name: /^Suite view: / })
    await test.step('[TREE-12] [AISG-09] the view is locked meanwhile', async () => {
      await expect(suiteView).toBeDisabled()
      await views.hover()
      await expect(page.getByText(TEXTS.viewLocked)).toBeVisible()
    })
    goOn()
    await expect(page.getByText('3 suggestions', { exact: true })).toBeVisible()
    expect(model.asked[0]?.body.messages.at(-1)?.content).toContain('Cards of other countries')

    await test.step('[AISG-06] one is rejected', async () => {
      await page.getByRole('button', { name: 'Pay with nothing', exact: true }).click()
      await expect(dialog).toContainText('A full basket')
      await expect(dialog).toContainText('Do Pay with nothing')
      await dialog.getByRole('button', { name: 'Reject' }).click()
      await expect(page.getByText('2 suggestions', { exact: true })).toBeVisible()
    })
    // They cost credits: a reload does not lose them.
    await page.reload()
    await expect(page.getByText('2 suggestions', { exact: true })).toBeVisible()
    await test.step('[AISG-05] one is accepted', async () => {
      await cases.row('Pay twice').getByRole('button', { name: 'Accept' }).click()
      await cases.expectCases(['Pay by card', 'Pay twice'])
    })
    await test.step('[AISG-07] the others are accepted together', async () => {
      await page.getByRole('button', { name: 'Accept all' }).click()
      await cases.expectCases(['Pay by card', 'Pay twice', 'Pay abroad'])
      await expect(suiteView).toBeEnabled()
    })

    await test.step('[AISG-19] credits run out', async () => {
      // One credit is left, and it writes three.
      await ask.click()
      await dialog.getByRole('button', { name: 'Suggest' }).click()
      await expect(page.getByText('1 suggestion, still writing…')).toBeVisible()
      goOn()
      await expect(page.getByText(TEXTS.outOfCredits)).toBeVisible()
    })
    await page.getByRole('button', { name: 'Reject all' }).click()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('button', { name: 'Reject all' }).click()
    await expect(suiteView).toBeEnabled()
    await cases.expectCases(['Pay by card', 'Pay twice', 'Pay abroad'])

    const guest = await (await browser.newContext({ baseURL: assay.url })).newPage()
    await signInDirectly(guest, { username: 'greta', password: MEMBERS_PASSWORD })
    await casesPage(guest).open()
    await casesPage(guest).expectCases(['Pay by card', 'Pay twice', 'Pay abroad'])
    await expect(guest.getByRole('button', { name: 'Suggest test cases' })).toHaveCount(0)
    await guest.context().close()
  } finally {
    await model.close()
  }
})
