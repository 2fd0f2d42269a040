import { getInitialSnapshot, getNextSnapshot, type SnapshotFrom } from 'xstate'
import { listProjects } from '../../../contract/projects/projects.ts'
import type { OpenSession } from '../../../contract/session/session.ts'
import { RenewalFailure, sessionMachine, type SessionEvent } from '../../../machines/session/session.machine.ts'
import { toursOfPlay } from '../../model/support/paths.ts'
import { signInPage, userMenu } from '../pages/sign-in.ts'
import { projectsPage } from '../pages/projects.ts'
import { endSessionsDuring, signInDirectly } from '../support/session.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'
import { watchTokens } from '../support/tokens.ts'

test.use({ environment: unattended })

/** Actions of users and the world on a session, with two tabs of one browser open. */
const STEPS = [
  'SIGN_IN',
  'OTHER_TAB_SIGNS_IN',
  'SIGN_OUT',
  'OTHER_TAB_SIGNS_OUT',
  /** The token has expired, and the session can be renewed. */
  'TOKEN_ENDS',
  /** The password was changed on another device. */
  'SESSION_ENDS',
] as const
type Step = (typeof STEPS)[number]

type Snapshot = SnapshotFrom<typeof sessionMachine>
/** The session machine of each tab. */
interface Tabs {
  page: Snapshot
  other: Snapshot
}

const session: OpenSession = {
  authToken: 'token',
  authTokenType: 'Bearer',
  authTokenExpirationInSecs: 900,
  restriction: null,
  user: {
    id: 1,
    username: OWNER.username,
    email: OWNER.email,
    firstName: 'Owner',
    lastName: '',
    photoUrl: null,
    source: 'INTERNAL',
    readOnly: false,
    superAdmin: true,
    permissions: [],
    roles: ['ADMINISTRATOR'],
  },
  workspace: { name: 'Assay', tenant: 'assay', features: [], projectsLimit: null, logoUrl: null },
}
const opened = { type: 'session/opened', session }
const shared = { type: 'tab/shared', session }
const ended = { type: 'tab/ended' }
const leaving = [{ type: 'session/sign-out' }, { type: 'xstate.done.actor.signOut', output: undefined }]
const refused = { type: 'xstate.error.actor.renew', error: new RenewalFailure('over') }
/** Events of the machines for each step. */
const EVENTS: Record<Step, { page: object[]; other: object[] }> = {
  SIGN_IN: { page: [opened], other: [shared] },
  OTHER_TAB_SIGNS_IN: { page: [shared], other: [opened] },
  SIGN_OUT: { page: leaving, other: [ended] },
  OTHER_TAB_SIGNS_OUT: { page: [ended], other: leaving },
  TOKEN_ENDS: {
    page: [{ type: 'session/renew' }, { type: 'xstate.done.actor.renew', output: session }],
    other: [shared],
  },
  SESSION_ENDS: { page: [{ type: 'session/renew' }, refused], other: [ended] },
}
const after = (tab: Snapshot, events: readonly object[]): Snapshot =>
  events.reduce<Snapshot>((now, event) => getNextSnapshot(sessionMachine, now, event as SessionEvent), tab)
const canTake = (tab: Snapshot, [event]: readonly object[]): boolean =>
  event !== undefined && tab.can(event as SessionEvent)

const visitor = after(getInitialSnapshot(sessionMachine, { remembered: null }), [refused])
const isIn = (tab: Snapshot): boolean => tab.matches('signedIn')
const faceOf = ({ page, other }: Tabs): string => `${isIn(page) ? 'in' : 'out'} and ${isIn(other) ? 'in' : 'out'}`
const tours = toursOfPlay<Tabs, { type: Step }>({
  first: { page: visitor, other: visitor },
  stepsOf: ({ page, other }) =>
    STEPS.filter((type) => canTake(page, EVENTS[type].page) && canTake(other, EVENTS[type].other)).map((type) => ({
      type,
    })),
  next: ({ page, other }, { type }) => ({
    page: after(page, EVENTS[type].page),
    other: after(other, EVENTS[type].other),
  }),
  keyOf: faceOf,
  labelOf: (from, { type }) => `${faceOf(from)}: ${type}`,
  faceOf,
})

for (const tour of tours)
  test(
    `[SESSION-07] [SESSION-13] ${tour.name}: both tabs agree`,
    { tag: '@full' },
    async ({ context, page, assay }) => {
      const tokens = await watchTokens(context)
      const other = await context.newPage()
      const tabs = [page, other]
      /** A call that requires a session. */
      const call = () => projectsPage(page).sortBy('Key')
      for (const tab of tabs) await tab.goto('/projects')
      await tour.test({
        states: {
          'in and in': async () => {
            for (const tab of tabs) await expect.poll(projectsPage(tab).names).toEqual([PROJECT_KEY])
          },
          'out and out': async () => {
            for (const tab of tabs) {
              await signInPage(tab).expectShown()
              expect(new URL(tab.url()).searchParams.get('to')).toMatch(/^\/projects/)
            }
          },
        },
        events: {
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
        } satisfies Record<Step, () => Promise<void>>,
      })
    },
  )

test(
  '[SESSION-03] [SESSION-13] many calls of two tabs share one renewal, and each is sent once more',
  { tag: '@full' },
  async ({ context, page }) => {
    const tokens = await watchTokens(context)
    await signInDirectly(page)
    const other = await context.newPage()
    const tabs = [page, other]
    for (const tab of tabs) {
      await projectsPage(tab).open()
      await expect.poll(projectsPage(tab).names).toEqual([PROJECT_KEY])
    }
    await tokens.outdate()
    // The renewal is answered once both have been rejected.
    await context.route('**/api/session/refresh', async (route) => {
      await expect.poll(() => tokens.refused().length).toBeGreaterThanOrEqual(2)
      await route.fallback()
    })
    await Promise.all(tabs.map((tab) => projectsPage(tab).row(PROJECT_KEY).getByRole('link').click()))
    for (const tab of tabs) {
      await expect(tab).toHaveURL(/automation-launches$/)
      // More than two: a page requests its project again when the live channel connects.
      await expect
        .poll(() => tokens.answersTo(`GET /api/projects/${PROJECT_KEY}`).filter((one) => one === 200).length)
        .toBeGreaterThanOrEqual(2)
    }
    expect(tokens.renewals()).toBe(1)
    expect(tokens.refused().length).toBeGreaterThanOrEqual(2)
    for (const { call } of tokens.refused()) {
      const answers = tokens.answersTo(call)
      // Two tabs requested: at most two rejections, and as many calls without an answer.
      await expect
        .poll(() => tokens.answersTo(call).filter((one) => one === 200).length)
        .toBeGreaterThanOrEqual(answers.filter((one) => one === 401).length)
    }
  },
)
