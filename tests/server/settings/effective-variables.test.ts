import { expect, test } from 'vitest'
import { getTestRunReport } from '../../../contract/runs/report.ts'
import { deleteEnvironment } from '../../../contract/settings/environments.ts'
import { listEffectiveVariables, SECRET_MASK } from '../../../contract/settings/variables.ts'
import { FEATURES } from '../../../contract/access.ts'
import { repositoryOf } from '../cases/support.ts'
import { aProjectWithRuns, runsOf } from '../runs/support.ts'
import { ask, refusalOf, startTestApp } from '../support/app.ts'
import { aWorkspace } from '../support/people.ts'
import { app, inNewProject, owner, withWorkspace } from '../support/environments.ts'

withWorkspace()

test('[ENVS-09] [ENVS-10] answers the variables that apply to an environment, secrets masked, also of a deleted one', async () => {
  const { params, environment, variable, ofEnvironment } = await inNewProject()
  const { id: environmentId } = await environment('Staging')
  const { id: other } = await environment('Production')
  await variable('URL', 'https://shop.test')
  await variable('USER', 'lea')
  await variable('url', 'in small letters')
  await ofEnvironment(environmentId, 'URL', 'https://staging.shop.test')
  await ofEnvironment(environmentId, 'TOKEN', 'one', true)
  await ofEnvironment(other, 'ONLY_HERE', 'x')
  const effective = async (query: { environmentId?: number } = {}) =>
    (await ask(app, listEffectiveVariables, { token: owner.token, params, query })).items
  const plain = { secret: false, source: 'project' }
  const ofStaging = [
    { key: 'TOKEN', value: SECRET_MASK, secret: true, source: 'environment' },
    { key: 'URL', value: 'https://staging.shop.test', secret: false, source: 'environment' },
    { key: 'USER', value: 'lea', ...plain },
    { key: 'url', value: 'in small letters', ...plain },
  ]
  expect(await effective({ environmentId })).toEqual(ofStaging)
  expect((await effective()).map(({ key, value }) => [key, value])).toEqual([
    ['URL', 'https://shop.test'],
    ['USER', 'lea'],
    ['url', 'in small letters'],
  ])
  await ask(app, deleteEnvironment, { token: owner.token, params: { ...params, environmentId } })
  expect(await effective({ environmentId })).toEqual(ofStaging)

  const elsewhere = await inNewProject()
  const { id: foreign } = await elsewhere.environment('Staging')
  const refusal = await refusalOf(app, listEffectiveVariables, {
    token: owner.token,
    params,
    query: { environmentId: foreign },
  })
  expect(refusal.status).toBe(404)
})

test('the report of a run names cases with the values of its environment', async () => {
  const { projectKey, environment, variable, ofEnvironment } = await inNewProject()
  const { id: environmentId } = await environment('Staging')
  await variable('CARD', 'Visa')
  await ofEnvironment(environmentId, 'CARD', 'Mastercard')
  await ofEnvironment(environmentId, 'PIN', '1234', true)
  const repository = repositoryOf(app, owner, projectKey)
  const { id } = await repository.case(await repository.suite('Checkout'), 'Pay by {{CARD}} with {{PIN}} in {{SHOP}}')
  const runs = await runsOf(app, owner, projectKey)
  const titles = async (runId: number) =>
    (await ask(app, getTestRunReport, runs.of(runId))).data.risks.map(({ title }) => title)
  const staged = await runs.create([id], { environment: { id: environmentId } })
  const without = await runs.create([id])
  expect(await titles(staged.id)).toEqual([`Pay by Mastercard with ${SECRET_MASK} in {{SHOP}}`])
  expect(await titles(without.id)).toEqual(['Pay by Visa with {{PIN}} in {{SHOP}}'])
})

test('references stay as typed while the feature is switched off', async () => {
  const app = await startTestApp()
  try {
    const owner = await aWorkspace(
      app,
      FEATURES.filter((feature) => feature !== 'test-case-variables'),
    )
    const { repository, projectId, ...runs } = await aProjectWithRuns(app, owner)
    await app.db
      .insertInto('variable')
      .values({
        project_id: projectId,
        environment_id: null,
        key: 'CARD',
        secret: false,
        value: 'Visa',
        encrypted_value: null,
      })
      .execute()
    const { id } = await repository.case(await repository.suite('Checkout'), 'Pay by {{CARD}}')
    const run = await runs.create([id])
    const { data } = await ask(app, getTestRunReport, runs.of(run.id))
    expect(data.risks.map(({ title }) => title)).toEqual(['Pay by {{CARD}}'])
    expect((await refusalOf(app, listEffectiveVariables, runs.at)).status).toBe(403)
  } finally {
    await app.close()
  }
})
