import { describe, expect, test } from 'vitest'
import type { AnyCall } from '../../../contract/call.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import {
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  restoreEnvironment,
  updateEnvironment,
} from '../../../contract/settings/environments.ts'
import {
  createEnvironmentVariable,
  createVariable,
  deleteEnvironmentVariable,
  deleteVariable,
  listVariables,
  revealSecrets,
  SECRET_MASK,
  updateEnvironmentVariable,
  updateVariable,
} from '../../../contract/settings/variables.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { FEATURES } from '../../../contract/access.ts'
import { createSecrets } from '../../../server/secrets/secrets.ts'
import { ask, refusalOf, send, startTestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace } from '../support/people.ts'
import { app, inNewProject, owner, withWorkspace } from '../support/environments.ts'

withWorkspace()

describe('variables', () => {
  test('[ENVS-08] [ENVS-20] [ENVS-21] are created, changed and deleted in the project and in its environments', async () => {
    const { projectKey, params, environment, variable, variables, ofEnvironment, log } = await inNewProject()
    const { token } = owner
    const { id: environmentId } = await environment('Staging')
    const url = await variable('URL', 'https://example')
    const own = await ofEnvironment(environmentId, 'URL', 'https://staging.example')
    expect(await variables()).toEqual([{ id: url.id, key: 'URL', value: 'https://example', secret: false }])
    await ask(app, updateVariable, {
      token,
      params: { ...params, variableId: url.id },
      body: { key: 'BASE_URL', value: 'https://example.test', secret: false },
    })
    const inEnvironment = { projectKey, environmentId, variableId: own.id }
    await ask(app, updateEnvironmentVariable, { token, params: inEnvironment, body: { key: 'URL2', secret: false } })
    expect(await variables()).toMatchObject([{ key: 'BASE_URL', value: 'https://example.test' }])
    await ask(app, deleteEnvironmentVariable, { token, params: inEnvironment })
    await ask(app, deleteVariable, { token, params: { ...params, variableId: url.id } })
    expect(await variables()).toEqual([])
    expect(await log('variables')).toEqual([
      { kind: 'added', subject: 'URL', values: { value: { before: null, after: 'https://example' } } },
      { kind: 'added', subject: 'Staging: URL', values: { value: { before: null, after: 'https://staging.example' } } },
      {
        kind: 'changed',
        subject: 'URL',
        values: {
          key: { before: 'URL', after: 'BASE_URL' },
          value: { before: 'https://example', after: 'https://example.test' },
        },
      },
      { kind: 'changed', subject: 'Staging: URL', values: { key: { before: 'URL', after: 'URL2' } } },
      {
        kind: 'deleted',
        subject: 'Staging: URL2',
        values: { value: { before: 'https://staging.example', after: null } },
      },
      { kind: 'deleted', subject: 'BASE_URL', values: { value: { before: 'https://example.test', after: null } } },
    ])
  })

  test('[ENVS-24] keys are names of variables and unique in their scope; values are there and fit', async () => {
    const { refused, environment, variable, ofEnvironment } = await inNewProject()
    const staging = await environment('Staging')
    const production = await environment('Production')
    const url = await variable('URL', 'x')
    await variable('url', 'x')
    await ofEnvironment(staging.id, 'URL', 'x')
    await ofEnvironment(production.id, 'URL', 'x')
    const wrong = async (key: string, value = 'x') => (await refused(createVariable, {}, { key, value })).errors
    for (const key of ['1ST', 'A-B', 'A B', 'ключ'])
      expect(await wrong(key)).toEqual([{ field: 'key', message: TEXTS.variableKeyCharacters }])
    expect(await wrong('')).toEqual([{ field: 'key', message: TEXTS.required }])
    expect(await wrong('K'.repeat(64))).toEqual([{ field: 'key', message: TEXTS.keyTooLong(63) }])
    expect(await wrong('NEW', '')).toEqual([{ field: 'value', message: TEXTS.required }])
    expect(await wrong('NEW', 'x'.repeat(10_001))).toEqual([{ field: 'value', message: TEXTS.valueTooLong(10_000) }])
    const taken = { status: 409, errors: [{ field: 'key', message: TEXTS.keyTaken }] }
    expect(await refused(createVariable, {}, { key: 'URL', value: 'x' })).toEqual(taken)
    expect(await refused(createEnvironmentVariable, { environmentId: staging.id }, { key: 'URL', value: 'x' })).toEqual(
      taken,
    )
    expect(await refused(updateVariable, { variableId: url.id }, { key: 'url', secret: false })).toEqual(taken)
    // Each is found only in its own scope.
    const elsewhere = { environmentId: production.id, variableId: url.id }
    expect((await refused(deleteEnvironmentVariable, elsewhere, {})).status).toBe(404)
  })

  test('[ENVS-05] [ENVS-06] variables of the project go with the feature, those of environments stay', async () => {
    const features = FEATURES.filter((feature) => feature !== 'test-case-variables')
    const off = await startTestApp()
    try {
      const other = await aWorkspace(off, features)
      await aProject(off, other, 'OFF')
      const given = { token: other.token, params: { projectKey: 'OFF' } }
      for (const call of [listVariables, createVariable])
        expect(await refusalOf(off, call, { ...given, body: { key: 'A', value: 'x' } })).toMatchObject({
          status: 403,
          code: ERROR_CODES.featureOff,
        })
      const created = await ask(off, createEnvironment, {
        ...given,
        body: { name: 'Staging', key: 'staging', description: '' },
      })
      const inside = await ask(off, createEnvironmentVariable, {
        token: other.token,
        params: { projectKey: 'OFF', environmentId: created.id },
        body: { key: 'TOKEN', value: 'two', secret: true },
      })
      expect((await ask(off, revealSecrets, { ...given, body: {} })).items).toEqual([
        { id: inside.id, rawValue: 'two' },
      ])
    } finally {
      await off.close()
    }
  })
})

describe('secrets', () => {
  test('[ENVS-08] [ENVS-11] a value is encrypted at rest, masked in every answer, and never in the log', async () => {
    const { projectId, projectKey, params, environment, environments, variable, variables, ofEnvironment } =
      await inNewProject()
    const { token } = owner
    const words = ['correct-horse', 'battery-staple', 'other-horse', 'plain-before']
    const secret = await variable('TOKEN', 'correct-horse', true)
    expect(secret.value).toBe(SECRET_MASK)
    const { id: environmentId } = await environment('Staging')
    await ofEnvironment(environmentId, 'TOKEN', 'battery-staple', true)
    expect((await variables()).map(({ value }) => value)).toEqual([SECRET_MASK])
    const answers = [
      await ask(app, updateVariable, {
        token,
        params: { ...params, variableId: secret.id },
        body: { key: 'TOKEN', value: 'other-horse', secret: true },
      }),
      await ask(app, getEnvironment, { token, params: { projectKey, environmentId } }),
      await environments(true),
    ]
    await ask(app, deleteVariable, { token, params: { ...params, variableId: secret.id } })
    for (const word of words) expect(JSON.stringify(answers)).not.toContain(word)
    const rows = await app.db.selectFrom('variable').selectAll().where('project_id', '=', projectId).execute()
    expect(rows.map(({ value }) => value)).toEqual([null])
    for (const { encrypted_value } of rows) expect(encrypted_value?.includes('battery-staple')).toBe(false)
    const events = JSON.stringify(await app.db.selectFrom('event').select('payload').execute())
    for (const word of words) expect(events).not.toContain(word)
  })

  test('[ENVS-11] [ENVS-16] engineers reveal all or one, each logged once without a value', async () => {
    const { projectId, params, environment, variable, ofEnvironment, reveal, log } = await inNewProject()
    const engineer = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
    const token = await variable('TOKEN', 'one', true)
    await variable('URL', 'plain')
    const staging = await environment('Staging')
    const gone = await environment('Gone')
    const own = await ofEnvironment(staging.id, 'TOKEN', 'two', true)
    await ofEnvironment(gone.id, 'TOKEN', 'three', true)
    await ask(app, deleteEnvironment, { token: owner.token, params: { ...params, environmentId: gone.id } })
    expect(await reveal(undefined, engineer.token)).toEqual([
      [token.id, 'one'],
      [own.id, 'two'],
    ])
    expect(await reveal([own.id], engineer.token)).toEqual([[own.id, 'two']])
    expect(await reveal([], engineer.token)).toEqual([])
    const revealed = (await log('variables')).filter(({ kind }) => kind === 'revealed')
    expect(revealed).toEqual([
      { kind: 'revealed', subject: 'TOKEN' },
      { kind: 'revealed', subject: 'Staging: TOKEN' },
      { kind: 'revealed', subject: 'Staging: TOKEN' },
    ])
    const events = await app.db
      .selectFrom('event')
      .select('user_id')
      .where('project_id', '=', projectId)
      .where('user_id', '=', engineer.id)
      .execute()
    expect(events).toHaveLength(2)
  })

  test('[ENVS-13] [ENVS-15] guests and read-only users reveal nothing, and engineers change nothing', async () => {
    const { projectId, params, variable, refused, environment } = await inNewProject()
    const secret = await variable('TOKEN', 'one', true)
    const { id: environmentId } = await environment('Staging')
    for (const requested of [
      { roles: { [projectId]: 'GUEST' as const } },
      { readOnly: true, roles: { [projectId]: 'MANAGER' as const } },
    ]) {
      const { token } = await aUser(app, requested)
      expect((await refused(revealSecrets, {}, {}, token)).status).toBe(403)
      expect((await ask(app, listVariables, { token, params })).items).toEqual([secret])
    }
    const { token } = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
    const calls: [AnyCall, Record<string, number>][] = [
      [createEnvironment, {}],
      [updateEnvironment, { environmentId }],
      [deleteEnvironment, { environmentId }],
      [restoreEnvironment, { environmentId }],
      [createVariable, {}],
      [updateVariable, { variableId: secret.id }],
      [deleteVariable, { variableId: secret.id }],
      [createEnvironmentVariable, { environmentId }],
    ]
    for (const [call, given] of calls)
      expect([call.name, (await refused(call, given, {}, token)).status]).toEqual([call.name, 403])
  })

  test('[ENVS-21] a secret that is not typed again stays, and is not shown by calling it none', async () => {
    const { params, variable, refused, reveal, variables, log } = await inNewProject()
    const { token } = owner
    const secret = await variable('TOKEN', 'one', true)
    const update = (body: { key: string; value?: string; secret: boolean }) =>
      ask(app, updateVariable, { token, params: { ...params, variableId: secret.id }, body })
    await update({ key: 'API_TOKEN', secret: true })
    expect(await reveal()).toEqual([[secret.id, 'one']])
    expect(await refused(updateVariable, { variableId: secret.id }, { key: 'API_TOKEN', secret: false })).toEqual({
      status: 400,
      errors: [{ field: 'value', message: TEXTS.required }],
    })
    await update({ key: 'API_TOKEN', value: 'plain', secret: false })
    expect(await variables()).toMatchObject([{ value: 'plain', secret: false }])
    await update({ key: 'API_TOKEN', secret: true })
    expect(await variables()).toMatchObject([{ value: SECRET_MASK, secret: true }])
    expect(await reveal()).toEqual([[secret.id, 'plain']])
    expect((await log('variables')).filter(({ kind }) => kind === 'changed')).toEqual([
      { kind: 'changed', subject: 'TOKEN', values: { key: { before: 'TOKEN', after: 'API_TOKEN' } } },
      {
        kind: 'changed',
        subject: 'API_TOKEN',
        values: {
          value: { before: SECRET_MASK, after: SECRET_MASK },
          secret: { before: true, after: false },
        },
      },
      { kind: 'changed', subject: 'API_TOKEN', values: { secret: { before: false, after: true } } },
    ])
  })

  test('distinguishes a secret that was encrypted with another key, which can be entered again', async () => {
    const { projectId, params, variable, reveal } = await inNewProject()
    const lost = await variable('LOST', 'one', true)
    const saved = await variable('KEPT', 'two', true)
    const other = createSecrets({ SECRET_KEY: 'b2'.repeat(32), DATA_DIR: app.config.DATA_DIR })
    await app.db
      .updateTable('variable')
      .set({ encrypted_value: other.seal('one', `variable of project ${projectId}`) })
      .where('id', '=', lost.id)
      .execute()
    expect(await reveal()).toEqual([
      [lost.id, null],
      [saved.id, 'two'],
    ])
    const again = { key: 'LOST', value: 'three', secret: true }
    await ask(app, updateVariable, { token: owner.token, params: { ...params, variableId: lost.id }, body: again })
    expect(await reveal([lost.id])).toEqual([[lost.id, 'three']])
  })

  test('answers with secrets are not for keeping', async () => {
    const { projectKey, variable } = await inNewProject()
    await variable('TOKEN', 'one', true)
    const { headers } = await send(app, `/api/projects/${projectKey}/secrets/reveal`, {
      method: 'POST',
      body: {},
      token: owner.token,
    })
    expect(headers.get('cache-control')).toBe('no-store')
  })
})
