import { caseModelPage } from '../pages/case-model.ts'
import { casesPage } from '../pages/cases.ts'
import { anAgent } from '../support/agent.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'
import { choose } from '../support/choose.ts'

test.use({ environment: unattended })

const door = (more = '') => `
import { createMachine } from 'xstate'
throw new Error('reading is not running')
export const door = createMachine({
  id: 'door',
  initial: 'closed',
  states: {
    closed: { description: 'The door is shut', on: { open: 'ajar'${more} } },
    ajar: { on: { close: 'closed', leave: { target: 'left', guard: 'isAlone' } } },
    left: { type: 'final' },
  },
})`

test('cases are made from a machine, proved by an agent, and follow the next version of the machine', async ({
  page,
  assay,
}) => {
  await signInDirectly(page)
  const [model, cases] = [caseModelPage(page), casesPage(page)]
  await test.step('a model is typed, drawn, and walked by keys; what cannot be read is reported with its line', async () => {
    await cases.open()
    await cases.chooseMore('Cases from a model')
    await model.source.fill(door(`, lock: 'locked'`))
    await model.says(/Line 8: The target locked does not exist/)
    await model.source.fill(door())
    await model.state(/^Closed/).focus()
    await page.keyboard.press('ArrowDown')
    await expect(model.state(/^Ajar/)).toBeFocused()
  })
  await test.step('cases are generated, chosen and created in a new suite', async () => {
    await choose(page.getByRole('button', { name: /Cases$/ }), 'Shortest path to each transition')
    await model.generate()
    await expect(model.suggested).toHaveText([/^Open, close → Closed/, /^Open, leave → Left/])
    await page.getByRole('checkbox', { name: 'Create Open, leave → Left' }).uncheck()
    await model.says('2 of 3 transitions')
    await page.getByRole('checkbox', { name: 'All 2 cases' }).check()
    await page.getByRole('textbox', { name: 'New suite' }).fill('Front door')
    await page.getByRole('button', { name: 'Create 2 cases' }).click()
    await expect(model.kept).toHaveText([/SHOP-1.*Never run/, /SHOP-2.*Never run/])
  })
  await test.step('the diagram shows what an agent proves meanwhile', async () => {
    const agent = await anAgent(assay.url)
    const launch = await agent.startLaunch('Nightly')
    const testId = await launch.startTest('opens and closes')
    await launch.linkCase(testId, `${PROJECT_KEY}-1`)
    await launch.finishTest(testId, 'PASSED')
    await expect(model.state('Closed, initial. Open: Ajar, Proved')).toBeVisible()
    await model.showTable()
    await expect(model.marked('Leave')).toHaveText('Never run')
  })
  await test.step('a new version survives a reload, changes the cases, and is undone', async () => {
    await page.getByRole('button', { name: 'New version' }).click()
    await expect(model.source).toHaveValue(door())
    const next = door(`, lock: 'locked'`).replace(', leave:', ', go:').replace('left: {', 'locked: {}, left: {')
    await model.source.fill(next)
    await expect(model.state(/^Closed.*Lock: Locked/)).toBeVisible()
    await page.reload()
    await expect(model.source).toHaveValue(next)
    await model.generate()
    await expect(model.suggested).toHaveText([
      /^Lock → Locked.*New/,
      /SHOP-1/,
      /^Open, go → Left.*New/,
      /SHOP-2.*Obsolete/,
    ])
    await page.getByRole('button', { name: 'Save version 2' }).click()
    await expect(model.kept).toHaveText([/SHOP-1/, /SHOP-2.*Obsolete.*Deprecated/, /SHOP-3/, /SHOP-4/])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(model.kept).toHaveText([/SHOP-1/, /^(?!.*Obsolete).*SHOP-2(?!.*Obsolete)/])
  })
  await test.step('a model with too many paths is cut, with a way to cover its transitions', async () => {
    const rooms = Array.from({ length: 12 }, (_, i) => i)
    const on = Object.fromEntries(rooms.map((to) => [`to${to}`, `room${to}`]))
    const states = Object.fromEntries(rooms.map((i) => [`room${i}`, { on }]))
    await model.open()
    await model.source.fill(JSON.stringify({ initial: 'room0', states }))
    await choose(page.getByRole('button', { name: /Cases$/ }), 'Every simple path')
    await model.generate()
    await model.says('There are more than 100 cases. The rest was skipped.')
    await page.getByRole('button', { name: 'Cover transitions instead' }).click()
    await model.says('144 of 144 transitions')
  })
})

test('[PROJ-15] [PROJ-26] a demo project has cases, a model, and sessions with pictures', async ({ page }) => {
  await signInDirectly(page)
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Demo project' }).click()
  await page.getByRole('button', { name: 'Create demo project' }).click()
  await page.waitForURL(/projects\/SHOP\d+$/)
  await expect(page.getByText('1 test fails for a new reason in Nightly regression')).toBeVisible()
  const projectKey = /projects\/(\w+)/.exec(page.url())?.[1]
  await page.goto(`/projects/${projectKey}/test-cases`)
  const cases = casesPage(page)
  const suites = [/Search/, /Cart/, /Payment/, /Account/, /Orders and delivery/, /Checkout flow/]
  await expect(cases.tree.getByRole('treeitem')).toHaveText(suites)
  await cases.chooseOfSuite('Checkout flow', 'Cases from a model')
  await expect(caseModelPage(page).state(/^Cart, initial/)).toBeVisible()
  await page.goto(`/projects/${projectKey}/exploratory-sessions`)
  await page.getByRole('link', { name: 'Vouchers on a phone' }).click()
  const picture = page.getByRole('link', { name: 'your-cart.png' }).first().locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})
