import { setup } from 'xstate'
import { createProject, listProjects } from '../../../contract/projects/projects.ts'
import { toursOf } from '../../model/support/paths.ts'
import { signInPage, userMenu } from '../pages/sign-in.ts'
import { projectsPage } from '../pages/projects.ts'
import { endSessionsDuring, signInDirectly } from '../support/session.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'
import { watchTokens } from '../support/tokens.ts'

test.use({ environment: unattended })

/** What people and the world do to a session, with two tabs of one browser open. */
const events = [
  { type: 'SIGN_IN' },
  { type: 'OTHER_TAB_SIGNS_IN' },
  { type: 'SIGN_OUT' },
  { type: 'OTHER_TAB_SIGNS_OUT' },
  /** The token is too old, and the session can be renewed. */
  { type: 'TOKEN_ENDS' },
  /** The password was changed on another device. */
  { type: 'SESSION_ENDS' },
] as const
type Step = (typeof events)[number]['type']
const machine = setup({ types: { events: {} as { type: Step } } }).createMachine({
  initial: 'signedOut',
  states: {
    signedOut: { on: { SIGN_IN: 'signedIn', OTHER_TAB_SIGNS_IN: 'signedIn' } },
    signedIn: {
      on: {
        SIGN_OUT: 'signedOut',
        OTHER_TAB_SIGNS_OUT: 'signedOut',
        TOKEN_ENDS: { target: 'signedIn', reenter: true },
        SESSION_ENDS: 'signedOut',
      },
    },
  },
})
const tours = toursOf(machine, { input: undefined, events })

for (const { name, steps } of tours)
  test(`[SESSION-07] [SESSION-13] ${name}: both tabs agree`, async ({ context, page, assay }) => {
    const tokens = await watchTokens(context)
    const other = await context.newPage()
    const tabs = [page, other]
    /** A call that only somebody with a session can make. */
    const call = () => projectsPage(page).sortBy('Key')
    const does: Record<Step, () => Promise<void>> = {
      SIGN_IN: () => signInPage(page).signIn(OWNER.username, OWNER.password),
      OTHER_TAB_SIGNS_IN: () => signInPage(other).signIn(OWNER.username, OWNER.password),
      SIGN_OUT: () => userMenu(page).signOut(),
      OTHER_TAB_SIGNS_OUT: () => userMenu(other).signOut(),
      TOKEN_ENDS: async () => {
        await tokens.outdate()
        await call()
        await expect.poll(tokens.renewals).toBe(1)
      },
      SESSION_ENDS: async () => {
        await endSessionsDuring(page, listProjects, assay)
        await call()
      },
    }
    for (const tab of tabs) await tab.goto('/projects')
    for (const { event, state } of steps)
      await test.step(event.type, async () => {
        await does[event.type]()
        for (const tab of tabs)
          if (state.matches('signedIn')) await expect.poll(projectsPage(tab).names).toEqual([PROJECT_KEY])
          else {
            await signInPage(tab).expectShown()
            expect(new URL(tab.url()).searchParams.get('to')).toMatch(/^\/projects/)
          }
      })
  })

test('[SESSION-03] [SESSION-13] many calls of two tabs share one renewal, and each is sent once more', async ({
  context,
  page,
}) => {
  const tokens = await watchTokens(context)
  await signInDirectly(page)
  const other = await context.newPage()
  const tabs = [page, other]
  for (const tab of tabs) {
    await projectsPage(tab).open()
    await expect.poll(projectsPage(tab).names).toEqual([PROJECT_KEY])
  }
  await tokens.outdate()
  // The renewal is answered once both have been refused.
  await context.route('**/api/session/refresh', async (route) => {
    await expect.poll(() => tokens.refused().length).toBeGreaterThanOrEqual(2)
    await route.fallback()
  })
  await Promise.all(tabs.map((tab) => projectsPage(tab).row(PROJECT_KEY).getByRole('link').click()))
  for (const tab of tabs) {
    await expect(tab).toHaveURL(/automation-launches$/)
    // More than two, for a project is asked for again once news of it can be heard.
    await expect
      .poll(() => tokens.answersTo(`GET /api/projects/${PROJECT_KEY}`).filter((one) => one === 200).length)
      .toBeGreaterThanOrEqual(2)
  }
  expect(tokens.renewals()).toBe(1)
  expect(tokens.refused().length).toBeGreaterThanOrEqual(2)
  for (const { call } of tokens.refused()) {
    const answers = tokens.answersTo(call)
    // Two tabs asked: at most two refusals, and as many answers that are none.
    await expect
      .poll(() => tokens.answersTo(call).filter((one) => one === 200).length)
      .toBeGreaterThanOrEqual(answers.filter((one) => one === 401).length)
  }
})

test('[SESSION-13] signing out without a network is told to the server with the next visit, and opens nothing before that', async ({
  context,
  page,
}) => {
  const endings = '**/api/session/sign-out'
  const cookies = async () => (await context.cookies()).filter(({ name }) => name === 'assay_refresh')
  await signInDirectly(page)
  await projectsPage(page).open()
  await expect.poll(projectsPage(page).names).toEqual([PROJECT_KEY])
  await context.route(endings, (route) => route.abort())
  await userMenu(page).signOut()
  await signInPage(page).expectShown()
  expect(await cookies()).toHaveLength(1)
  // The server is there, and has not been told: the cookie alone opens nothing.
  await page.goto('/projects')
  await signInPage(page).expectShown()
  expect(await cookies()).toHaveLength(1)
  await context.unroute(endings)
  await page.goto('/projects')
  await signInPage(page).expectShown()
  await expect.poll(cookies).toHaveLength(0)
  await signInPage(page).signIn(OWNER.username, OWNER.password)
  await expect.poll(projectsPage(page).names).toEqual([PROJECT_KEY])
  await page.reload()
  await expect.poll(projectsPage(page).names).toEqual([PROJECT_KEY])
})

// The last one: it leaves a project behind.
test('[ROUTES-32] [SESSION-07] a session that ends during a form costs nothing of what was typed', async ({
  page,
  assay,
}) => {
  await signInDirectly(page)
  await page.goto('/projects?create')
  await page.getByLabel('Project name').fill('Half an idea')
  await page.getByLabel('Key', { exact: true }).fill('HALF')
  await endSessionsDuring(page, createProject, assay)
  await page.getByRole('button', { name: 'Create project' }).click()
  await signInPage(page).expectShown()
  await signInPage(page).signIn(OWNER.username, OWNER.password)
  await expect(page.getByLabel('Project name')).toHaveValue('Half an idea')
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue('HALF')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(/\/projects\/HALF\/automation-launches$/)
})
