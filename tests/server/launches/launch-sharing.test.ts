import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assignLaunchesToMilestone,
  exportLaunchPath,
  listRecipients,
  mailLaunches,
} from '../../../contract/launches/launch-actions.ts'
import { getLaunch } from '../../../contract/launches/launches.ts'
import { createMilestone, updateMilestone } from '../../../contract/settings/milestones.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let guest: TestUser
let agent: TestAgent
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  const projectId = await aProject(app, owner)
  guest = await aUser(app, { username: 'gus', roles: { [projectId]: 'GUEST' } })
  await aUser(app, { username: 'outsider' })
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())

const params = { projectKey: 'DEF' }
const outbox = () => path.join(app.config.DATA_DIR, 'outbox')
const mails = () => (existsSync(outbox()) ? readdirSync(outbox()).filter((name) => name.endsWith('.eml')) : [])
const aLaunch = async (name = 'Nightly') => {
  const launch = await agent.startLaunch({ name, config: { environment: 'QA', build: '7' } })
  await launch.test('pays', { result: 'FAILED', reason: 'Error: <b>declined</b> & refused' })
  await launch.test('leaves', 'PASSED')
  return launch
}
const ended = async (name?: string) => {
  const launch = await aLaunch(name)
  await launch.finish()
  return launch
}

test('[SHARE-02] [SHARE-03] [SHARE-04] [SHARE-09] sends a summary to users of the project and to nobody else', async () => {
  const launch = await ended()
  const { items } = await ask(app, listRecipients, { params, token: guest.token })
  expect(items.map(({ email }) => email).sort()).toEqual(['gus@example.test', 'owner@example.test'])

  const body = { launchIds: [launch.id], recipients: ['GUS@example.test'], message: 'Please look <now>' }
  expect(await ask(app, mailLaunches, { params, token: guest.token, body })).toEqual({ sent: 1, kept: true })
  const [name = ''] = mails()
  const mail = readFileSync(path.join(outbox(), name), 'utf8').replaceAll('=\r\n', '')
  expect(mail).toContain('To: gus@example.test')
  expect(mail).toMatch(/Subject: Launch report: Nightly #\d+/)
  expect(mail).toContain('2 tests, 50% passed')
  expect(mail).toContain('Please look &lt;now&gt;')
  expect(mail).toContain(`/projects/DEF/automation-launches/${launch.id}`)

  const strangers = { ...body, recipients: ['gus@example.test', 'outsider@example.test'] }
  expect(await refusalOf(app, mailLaunches, { params, token: owner.token, body: strangers })).toMatchObject({
    status: 400,
    errors: [{ field: 'recipients.1' }],
  })
  expect(mails()).toHaveLength(1)
})

test('[SHARE-05] [SHARE-06] [SHARE-07] [SHARE-11] a wrong form names each field, and a launch under way is not sent', async () => {
  const running = await aLaunch('Running')
  const requested = (body: unknown) => refusalOf(app, mailLaunches, { params, token: owner.token, body: body as never })
  const messages = async (body: unknown) => JSON.stringify((await requested(body)).errors)
  expect(await messages({ launchIds: [running.id], recipients: [], message: '' })).toContain('This field is required')
  expect(await messages({ launchIds: [running.id], recipients: ['gus'], message: '' })).toContain(
    'Please make sure that input contains valid email addresses only',
  )
  expect(
    await messages({ launchIds: [running.id], recipients: ['gus@example.test'], message: 'x'.repeat(501) }),
  ).toContain('Must be between 0 and 500 characters')
  const whole = { launchIds: [running.id], recipients: ['gus@example.test'], message: '' }
  expect(await requested(whole)).toMatchObject({ status: 409 })
  await running.finish()
})

test('[ACTIONS-01] [ACTIONS-02] [LAUNCH-07] exports a launch as one HTML file, failures first, without executable content', async () => {
  const launch = await aLaunch('Shop: "all" <tests>')
  const read = () => send(app, exportLaunchPath('DEF', launch.id), { token: guest.token })
  expect((await read()).status).toBe(409)
  await launch.finish()
  const { status, headers, body } = await read()
  expect(status).toBe(200)
  expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain("UTF-8''Shop_ _all_ _tests_.html")
  const html = String(body)
  expect(html).toContain('Error: &lt;b&gt;declined&lt;/b&gt; &amp; refused')
  expect(html).toContain('Shop: &quot;all&quot; &lt;tests&gt;')
  expect(html.indexOf('pays')).toBeLessThan(html.indexOf('leaves'))
  expect(html.trimEnd().endsWith('</html>')).toBe(true)
  expect(html).not.toContain('<script')
})

test('[ACTIONS-03] [ACTIONS-04] [ACTIONS-05] launches take an open milestone of their project, each on its own', async () => {
  const [first, second] = [await ended('A'), await ended('B')]
  const milestone = await ask(app, createMilestone, {
    params,
    token: owner.token,
    body: { name: 'Spring', description: '', startDate: null, dueDate: null },
  })
  const assign = { launchIds: [first.id, 999_999, second.id], milestoneId: milestone.id }
  const outcome = await ask(app, assignLaunchesToMilestone, { params, token: owner.token, body: assign })
  expect(outcome.done.toSorted((a, b) => a - b)).toEqual([first.id, second.id])
  expect(outcome.refused).toMatchObject([{ launchId: 999_999 }])
  const read = async () =>
    (await ask(app, getLaunch, { params: { ...params, launchId: first.id }, token: owner.token })).launch.milestone
  expect(await read()).toEqual({ name: 'Spring' })

  const seen = [{ launchId: first.id, milestone: null }]
  const outdated = { launchIds: [first.id], milestoneId: null, seen }
  expect(await ask(app, assignLaunchesToMilestone, { params, token: owner.token, body: outdated })).toMatchObject({
    done: [],
    refused: [{ launchId: first.id, message: TEXTS.milestoneChangedMeanwhile }],
  })
  expect(await read()).toEqual({ name: 'Spring' })
  await ask(app, assignLaunchesToMilestone, {
    params,
    token: owner.token,
    body: { launchIds: [first.id], milestoneId: null, seen: [{ launchId: first.id, milestone: 'Spring' }] },
  })
  expect(await read()).toBeNull()

  await ask(app, updateMilestone, {
    params: { ...params, milestoneId: milestone.id },
    token: owner.token,
    body: { completed: true, expected: { completed: false } } as never,
  })
  const late = { params, token: owner.token, body: { launchIds: [first.id], milestoneId: milestone.id } }
  expect(await refusalOf(app, assignLaunchesToMilestone, late)).toMatchObject({ status: 400 })
})
