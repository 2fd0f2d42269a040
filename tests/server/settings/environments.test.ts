import { describe, expect, test } from 'vitest'
import {
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  listEnvironments,
  restoreEnvironment,
  updateEnvironment,
} from '../../../contract/settings/environments.ts'
import { deleteEnvironmentVariable } from '../../../contract/settings/variables.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ask } from '../support/app.ts'
import { app, inNewProject, owner, withWorkspace } from '../support/environments.ts'

withWorkspace()

describe('environments', () => {
  test('[ENVS-04] [ENVS-07] [ENVS-17] [TREE-53] are listed by name, with variables on request', async () => {
    const { params, environment, environments, ofEnvironment } = await inNewProject()
    const { token } = owner
    const staging = await environment('staging', 'STAGE-1')
    const production = await environment('Production')
    await ofEnvironment(staging.id, 'URL', 'https://staging.example')
    const fields = { description: '', deletedAt: null }
    expect(await environments()).toEqual([
      { id: production.id, name: 'Production', key: 'production', ...fields, variables: [] },
      {
        id: staging.id,
        name: 'staging',
        key: 'STAGE-1',
        ...fields,
        variables: [{ id: expect.any(Number) as number, key: 'URL', value: 'https://staging.example', secret: false }],
      },
    ])
    const plain = await ask(app, listEnvironments, { token, params })
    expect(plain.items.map(({ variables }) => variables)).toEqual([undefined, undefined])
  })

  test('[ENVS-18] [ENVS-19] are read one by one, changed, and logged', async () => {
    const { params, environment, log } = await inNewProject()
    const { token } = owner
    const { id } = await environment('Staging')
    const body = { name: ' Stage ', key: 'stage', description: 'Before each release' }
    const given = { token, params: { ...params, environmentId: id } }
    const changed = await ask(app, updateEnvironment, { ...given, body })
    expect(changed).toEqual({ ...body, id, name: 'Stage', deletedAt: null, variables: [] })
    expect(await ask(app, getEnvironment, given)).toEqual(changed)
    await ask(app, updateEnvironment, { ...given, body })
    expect(await log('environments')).toEqual([
      {
        kind: 'added',
        subject: 'Staging',
        values: { name: { before: null, after: 'Staging' }, key: { before: null, after: 'staging' } },
      },
      {
        kind: 'changed',
        subject: 'Staging',
        values: {
          name: { before: 'Staging', after: 'Stage' },
          key: { before: 'staging', after: 'stage' },
          description: { before: '', after: 'Before each release' },
        },
      },
    ])
  })

  test('[ENVS-19] requires valid names and keys that are unique, ignoring case', async () => {
    const { refused, environment } = await inNewProject()
    const staging = await environment('Staging')
    const other = await environment('Production')
    const at = (field: string, message: string, status = 400) => ({ status, errors: [{ field, message }] })
    const good = { name: 'Good', key: 'good', description: '' }
    expect(await refused(createEnvironment, {}, { name: ' ', key: '' })).toEqual({
      status: 400,
      errors: [
        { field: 'name', message: TEXTS.required },
        { field: 'key', message: TEXTS.required },
      ],
    })
    expect(await refused(createEnvironment, {}, { ...good, key: 'no blanks' })).toEqual(
      at('key', TEXTS.environmentKeyCharacters),
    )
    expect(await refused(createEnvironment, {}, { ...good, key: 'k'.repeat(64) })).toEqual(
      at('key', TEXTS.keyTooLong(63)),
    )
    expect(await refused(createEnvironment, {}, { ...good, description: 'd'.repeat(501) })).toEqual(
      at('description', TEXTS.descriptionTooLong(500)),
    )
    expect(await refused(createEnvironment, {}, { ...good, name: 'STAGING' })).toEqual(at('name', TEXTS.nameTaken, 409))
    expect(await refused(createEnvironment, {}, { ...good, key: 'STAGING' })).toEqual(at('key', TEXTS.keyTaken, 409))
    const change = { environmentId: other.id }
    expect(await refused(updateEnvironment, change, { ...good, key: staging.key })).toEqual(
      at('key', TEXTS.keyTaken, 409),
    )
  })

  test('[ENVS-25] [TREE-53] a deleted one keeps its variables, frees its name, and can be restored', async () => {
    const { params, projectKey, environment, environments, ofEnvironment, refused, log } = await inNewProject()
    const { token } = owner
    const { id } = await environment('Staging')
    const variable = await ofEnvironment(id, 'URL', 'old')
    const given = { token, params: { ...params, environmentId: id } }
    await ask(app, deleteEnvironment, given)
    expect(await environments()).toEqual([])
    expect(await environments(true)).toMatchObject([
      { id, deletedAt: expect.any(String) as string, variables: [variable] },
    ])
    expect((await refused(deleteEnvironment, { environmentId: id }, {})).status).toBe(404)
    expect((await refused(updateEnvironment, { environmentId: id }, { name: 'x', key: 'x' })).status).toBe(404)
    const deletedVariable = { environmentId: id, variableId: variable.id }
    expect((await refused(deleteEnvironmentVariable, deletedVariable, {})).status).toBe(404)
    const second = await environment('Staging')
    expect(await refused(restoreEnvironment, { environmentId: id }, {})).toMatchObject({ status: 409 })
    await ask(app, deleteEnvironment, { token, params: { projectKey, environmentId: second.id } })
    expect(await ask(app, restoreEnvironment, given)).toMatchObject({ id, deletedAt: null, variables: [variable] })
    expect((await environments()).map((one) => one.id)).toEqual([id])
    expect((await log('environments')).map(({ kind, subject }) => [kind, subject])).toEqual([
      ['added', 'Staging'],
      ['deleted', 'Staging'],
      ['added', 'Staging'],
      ['deleted', 'Staging'],
      ['changed', 'Staging'],
    ])
  })
})
