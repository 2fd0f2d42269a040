import { startLanguageModel } from '../../server/support/language-model.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { casesPage } from '../pages/cases.ts'
import { unattended } from '../support/founding.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

const written = (title: string) =>
  `${JSON.stringify({ title, preConditions: 'A full basket', steps: [{ action: `Do ${title}`, expectedResult: 'Done' }] })}\n`

test('an assistant suggests cases one by one, until its credits are used up', async ({ page, assay }) => {
  const { authToken } = await signInDirectly(page)
  await fillRepository(page, authToken, { Checkout: ['Pay by card'] })
  const cases = casesPage(page)
  const ask = page.getByRole('button', { name: 'Suggest test cases' })
  const dialog = page.getByRole('dialog')
  await test.step('[AISG-01] the button of a suite reports that no assistant is connected', async () => {
    await cases.open()
    await ask.click()
    await expect(dialog).toContainText(TEXTS.assistantNotConnected)
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
    const suiteView = page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name: /^Suite view: / })
    await test.step('[AISG-04] [AISG-09] [TREE-12] a first case shows while others are written; the view is locked', async () => {
      await ask.click()
      await expect(dialog).toContainText('4 credits are left this month')
      await dialog.getByRole('textbox', { name: 'Requirements' }).fill('Cards of other countries')
      await dialog.getByRole('button', { name: 'Suggest' }).click()
      await expect(cases.row('Pay twice')).toBeVisible()
      await expect(page.getByText('1 suggestion, still writing…')).toBeVisible()
      await expect(suiteView).toBeDisabled()
      await page.getByRole('radiogroup', { name: 'View' }).hover()
      await expect(page.getByText(TEXTS.viewLocked)).toBeVisible()
      goOn()
      await expect(page.getByText('3 suggestions', { exact: true })).toBeVisible()
      expect(model.asked[0]?.body.messages.at(-1)?.content).toContain('Cards of other countries')
    })
    await test.step('[AISG-05] [AISG-06] [AISG-07] suggestions are rejected, survive a reload, and are accepted', async () => {
      await page.getByRole('button', { name: 'Pay with nothing', exact: true }).click()
      await expect(dialog).toContainText('Do Pay with nothing')
      await dialog.getByRole('button', { name: 'Reject' }).click()
      await page.reload()
      await expect(page.getByText('2 suggestions', { exact: true })).toBeVisible()
      await cases.row('Pay twice').getByRole('button', { name: 'Accept' }).click()
      await cases.expectCases(['Pay by card', 'Pay twice'])
      await page.getByRole('button', { name: 'Accept all' }).click()
      await cases.expectCases(['Pay by card', 'Pay twice', 'Pay abroad'])
      await expect(suiteView).toBeEnabled()
    })
    await test.step('[AISG-19] one credit is left, and a request that needs three ends with it', async () => {
      await ask.click()
      await dialog.getByRole('button', { name: 'Suggest' }).click()
      await expect(page.getByText('1 suggestion, still writing…')).toBeVisible()
      goOn()
      await expect(page.getByText(TEXTS.outOfCredits)).toBeVisible()
    })
  } finally {
    await model.close()
  }
})
