import { caseModelPage } from '../pages/case-model.ts'
import { casesPage } from '../pages/cases.ts'
import { anAgent } from '../support/agent.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { testCaseFieldsCalls } from '../support/test-case-fields.ts'
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

test('[TCASE-03] cases are made from a machine, proved by an agent, and follow the next version of the machine', async ({
  page,
  assay,
}) => {
  await signInDirectly(page)
  const [model, cases] = [caseModelPage(page), casesPage(page)]
  await cases.open()
  await cases.chooseMore('Cases from a model')

  // What cannot be read is told with its line; what can is drawn at once.
  await model.source.fill(door(`, lock: 'locked'`))
  await model.says(/Line 8: The target locked does not exist/)
  await model.source.fill(door())
  await expect(model.state('Closed, initial. Open: Ajar')).toBeVisible()
  await model.state(/^Closed/).focus()
  await page.keyboard.press('ArrowDown')
  await expect(model.state(/^Ajar/)).toBeFocused()

  await choose(page.getByRole('button', { name: /Cases$/ }), 'Shortest path to each transition')
  await model.generate()
  await expect(model.suggested).toHaveText([/^Open, close → Closed/, /^Open, leave → Left/])
  await model.says('3 of 3 transitions')
  await page.getByRole('checkbox', { name: 'Create Open, leave → Left' }).uncheck()
  await model.says('2 of 3 transitions')
  await page.getByRole('checkbox', { name: 'All 2 cases' }).check()
  await page.getByRole('textbox', { name: 'New suite' }).fill('Front door')
  await page.getByRole('button', { name: 'Create 2 cases' }).click()
  await cases.toast('2 test cases were created')
  await expect(page.getByRole('heading', { name: 'Model of Front door' })).toBeVisible()
  await expect(model.kept).toHaveText([/SHOP-1.*Never run/, /SHOP-2.*Never run/])

  // An agent reports while somebody looks at the diagram.
  const agent = await anAgent(assay.url)
  const launch = await agent.startLaunch('Nightly')
  const testId = await launch.startTest('opens and closes')
  await launch.linkCase(testId, `${PROJECT_KEY}-1`)
  await launch.finishTest(testId, 'PASSED')
  await expect(model.kept.first()).toContainText('Passed')
  await expect(model.state('Closed, initial. Open: Ajar, Proved')).toBeVisible()
  await model.showTable()
  await expect(model.marked('Close')).toHaveText('Proved')
  await expect(model.marked('Leave')).toHaveText('Never run')

  // The next version: one path is gone, one is new, and what somebody wrote meanwhile stays.
  await page.getByRole('button', { name: 'New version' }).click()
  await expect(model.source).toHaveValue(door())
  const next = door(`, lock: 'locked'`)
    .replace(', leave:', ', go:')
    .replace('left: {', 'locked: {}, left: {')
    .replace('The door is shut', 'The door is shut well')
  await model.source.fill(next)
  await expect(model.state(/^Closed.*Lock: Locked/)).toBeVisible()
  // What was typed is there after a reload.
  await page.reload()
  await expect(model.source).toHaveValue(next)
  await expect(model.state(/^Closed.*Lock: Locked/)).toBeVisible()
  await model.generate()
  await expect(model.suggested).toHaveText([
    /^Lock → Locked.*New/,
    /SHOP-1.*Changed/,
    /^Open, go → Left.*New/,
    /SHOP-2.*Obsolete/,
  ])
  await page.getByRole('button', { name: 'Save version 2' }).click()
  await model.says('Version 2 was saved: 2 cases are new, 1 changed, 1 obsolete')
  const following = [/SHOP-1/, /SHOP-2.*Obsolete.*Deprecated/, /SHOP-3/, /SHOP-4/]
  await expect(model.kept).toHaveText(following)
  // It is taken back as one step, and saved after all.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(model.kept).toHaveText([/SHOP-1/, /^(?!.*Obsolete).*SHOP-2(?!.*Obsolete)/])
  await page.getByRole('button', { name: 'New version' }).click()
  await expect(model.source).toHaveValue(door())
  await model.source.fill(next)
  await model.generate()
  await page.getByRole('button', { name: 'Save version 4' }).click()
  await expect(model.kept).toHaveText([/SHOP-1/, /SHOP-2.*Obsolete.*Deprecated/, /SHOP-5/, /SHOP-6/])
  // While cases cannot be deprecated none is told to be, and what is obsolete stays as it is.
  const { savePlaces } = await testCaseFieldsCalls(page)
  await savePlaces(({ name }) => ({ enabled: name !== 'Deprecated' }))
  await expect(model.kept).toHaveText([/SHOP-1/, /SHOP-2.*Obsolete(?!.*Deprecated)/, /SHOP-5/, /SHOP-6/])
  await page.getByRole('button', { name: 'New version' }).click()
  await model.source.fill(door())
  await model.generate()
  await model.says('2 obsolete cases are kept')
  await expect(page.getByText('Deprecate')).toHaveCount(0)
  await savePlaces(() => ({ enabled: true }))
  await expect(page.getByLabel('2 obsolete cases')).toContainText(/deprecate/i)
  await page.getByRole('button', { name: 'Keep version 4' }).click()
  await page.getByRole('link', { name: 'Open, close → Closed' }).click()
  await expect(page.getByText('The door is shut well').first()).toBeVisible()

  // A model that explodes says so, and offers bounds.
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

test('[PROJ-15] [PROJ-26] a demo project shows something on every page, and an interrupted one is completed', async ({
  page,
}) => {
  await signInDirectly(page)
  await page.goto('/projects')
  // The server is away for the ninth launch.
  let launches = 0
  await page.route('**/finished-launches', (route) => (++launches === 9 ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: 'Demo project' }).click()
  await page.getByRole('button', { name: 'Create demo project' }).click()
  await expect(page.getByRole('button', { name: /^Delete SHOP/ })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Demo project' }).click()
  await expect(page.getByText(/The project SHOP\d* was not completed/)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/projects\/SHOP\d*$/)
  const projectKey = /projects\/(\w+)/.exec(page.url())?.[1]
  await expect(page.getByText('1 test fails for a new reason in Nightly regression')).toBeVisible()
  await page.goto(`/projects/${projectKey}/test-cases`)
  const cases = casesPage(page)
  await expect(cases.tree.getByRole('treeitem')).toHaveText([
    /Search/,
    /Cart/,
    /Payment/,
    /Account/,
    /Orders and delivery/,
    /Checkout flow/,
  ])
  await cases.chooseOfSuite('Checkout flow', 'Cases from a model')
  await expect(page.getByRole('heading', { name: 'Model of Checkout flow' })).toBeVisible()
  await expect(caseModelPage(page).state(/^Cart, initial/)).toBeVisible()
  await test.step('no launch is missing, and none is doubled', async () => {
    await page.goto(`/projects/${projectKey}/automation-launches?q=${encodeURIComponent('Nightly regression')}`)
    await expect(page.getByText('of 42')).toBeVisible()
  })
  await page.goto(`/projects/${projectKey}/test-plans`)
  await expect(page.getByRole('link', { name: 'Release 2.4 on all browsers' })).toBeVisible()
  await page.goto(`/projects/${projectKey}/requirements`)
  await expect(page.getByText('REQ-152')).toBeVisible()
  await page.goto(`/projects/${projectKey}/exploratory-sessions`)
  await page.getByRole('link', { name: 'Vouchers on a phone' }).click()
  const picture = page.getByRole('link', { name: 'your-cart.png' }).first().locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})

test('paths that are too long are reported with a length that helps, and what conditions rule out is counted', async ({
  page,
}) => {
  await signInDirectly(page)
  const model = caseModelPage(page)
  await model.open()
  const states = Array.from(
    { length: 12 },
    (_, i) => `s${i}: { on: { next: 's${i + 1}', cheat: { target: 's12', guard: ({ context }) => context.n > 5 } } },`,
  )
  await model.source.fill(
    `createMachine({ initial: 's0', context: { n: 0 }, states: {\n${states.join('\n')}\ns12: { on: { end: { target: 's0', guard: ({ event }) => event.done } } } } })`,
  )
  await model.says(/Some guards are not evaluated.*event\.done/)
  await page.getByRole('textbox', { name: 'Max. steps' }).fill('8')
  await model.generate()
  await model.says(/No case takes 5 transitions: the way there is longer than 8 steps/)
  await model.says(/12 transitions: cheat from S0, cheat from S1, cheat from S2 and 9 more/)
  await page.getByRole('button', { name: 'Allow 13 steps' }).click()
  await model.says('13 of 25 transitions')
  await expect(page.getByText(/longer than/)).toHaveCount(0)
})
