import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ATTACHMENTS_PATH, attachmentPath, UploadedAttachment } from '../../../contract/cases/attachments.ts'
import { createTestCase, updateTestCase, type CaseChanges, type NewCase } from '../../../contract/cases/cases.ts'
import type { CaseStep, Step } from '../../../contract/cases/steps.ts'
import { pathOf } from '../../../contract/call.ts'
import { LIMITS } from '../../../contract/limits.ts'
import {
  createSharedSteps,
  deleteSharedSteps,
  getSharedSteps,
  listSharedSteps,
  updateSharedSteps,
} from '../../../contract/shared-steps/shared-steps.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { oldOperations, orphanedFiles, unusedAttachments } from '../../../server/jobs/clearing.ts'
import { aRepository, repositoryOf, type TestRepository } from '../cases/support.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const aStep = (action: string, attachments: Step['attachments'] = []): Step => ({
  kind: 'step',
  id: `step ${action}`,
  action,
  expectedResult: `${action} happened`,
  attachments,
})
const reference = (id: string, sharedStepsId: number): CaseStep => ({ kind: 'shared', id, sharedStepsId })

const of = ({ params }: TestRepository) => {
  const at = { token: owner.token, params }
  return {
    make: async (name: string, ...steps: Step[]) =>
      (await ask(app, createSharedSteps, { ...at, body: { name, steps } })).data,
    get: async (sharedStepsId: number) =>
      (await ask(app, getSharedSteps, { token: owner.token, params: { ...params, sharedStepsId } })).data,
    names: async (query: Record<string, string | number> = {}) =>
      (await ask(app, listSharedSteps, { ...at, query })).items.map(({ name }) => name),
  }
}

describe('shared steps', () => {
  test('[STEPS-10] [STEPS-11] [STEPS-13] [STEPS-14] [STEPS-15] are listed by name, twenty per page, with the number of cases that use them', async () => {
    const repository = await aRepository(app, owner)
    const { make, get, names } = of(repository)
    const signIn = await make(' Sign in ', aStep('open'), aStep('type'))
    await make('basket', aStep('fill'))
    for (let i = 10; i < 30; i += 1) await make(`more ${i}`, aStep('x'))
    const suiteId = await repository.suite('A')
    const user = await repository.case(suiteId, 'uses', {
      steps: [reference('1', signIn.id), reference('2', signIn.id)],
    })
    const gone = await repository.case(suiteId, 'gone', { steps: [reference('1', signIn.id)] })
    await repository.delete([gone.id])
    expect(await get(signIn.id)).toMatchObject({
      name: 'Sign in',
      version: 1,
      numberOfSteps: 2,
      numberOfAttachedTestCases: 1,
      steps: [
        { action: 'open', relativePosition: 1 },
        { action: 'type', relativePosition: 2 },
      ],
    })
    expect(user.sharedSteps).toMatchObject([{ id: signIn.id, name: 'Sign in', steps: [{}, {}] }])
    expect((await names()).slice(0, 2)).toEqual(['basket', 'more 10'])
    expect(await names()).toHaveLength(LIMITS.sharedStepsPageSize)
    expect(await names({ page: 2 })).toEqual(['more 29', 'Sign in'])
    expect(await names({ q: 'TYPE hap' })).toEqual(['Sign in'])
    expect(await names({ q: 'expectedResult' })).toEqual([])

    const body = { name: ' ', steps: [] }
    expect(
      await refusalOf(app, createSharedSteps, { token: owner.token, params: repository.params, body }),
    ).toMatchObject({
      status: 400,
      errors: [
        { field: 'name', message: TEXTS.required },
        { field: 'steps', message: TEXTS.stepsMissing },
      ],
    })
  })

  test('a change reaches every case that refers to them, and an outdated one is rejected with the stored steps', async () => {
    const repository = await aRepository(app, owner)
    const { make, get } = of(repository)
    const { id } = await make('Sign in', aStep('open'))
    const user = await repository.case(await repository.suite('A'), 'uses', { steps: [reference('1', id)] })
    const at = { token: owner.token, params: { ...repository.params, sharedStepsId: id } }
    await ask(app, updateSharedSteps, { ...at, body: { name: 'Sign in', steps: [aStep('walk in')], version: 1 } })
    expect((await repository.get(user.id)).sharedSteps[0]?.steps[0]?.action).toBe('walk in')
    const late = { name: 'Mine', steps: [aStep('mine')], version: 1 }
    const refusal = await refusalOf(app, updateSharedSteps, { ...at, body: late })
    expect(refusal).toMatchObject({ status: 409, code: 'API-4091', current: { data: { version: 2 } } })
    expect(await get(id)).toMatchObject({ name: 'Sign in', version: 2 })
  })

  test('[STEPS-13] [STEPS-16] a deletion leaves copies of the steps in the cases, or none, as requested', async () => {
    const repository = await aRepository(app, owner)
    const { make } = of(repository)
    const suiteId = await repository.suite('A')
    for (const keep of ['true', 'false']) {
      const { id } = await make('Sign in', aStep('open'), aStep('type'))
      const own: CaseStep = aStep('own')
      const user = await repository.case(suiteId, 'uses', { steps: [reference('r', id), own] })
      const answer = await ask(app, deleteSharedSteps, {
        token: owner.token,
        params: { ...repository.params, sharedStepsId: id },
        query: { keep },
      })
      expect(answer).toEqual({ testCases: 1 })
      const { steps, version, sharedSteps } = await repository.get(user.id)
      expect(steps.map((step) => (step.kind === 'step' ? step.action : 'shared'))).toEqual(
        keep === 'true' ? ['open', 'type', 'own'] : ['own'],
      )
      expect(new Set(steps.map((step) => step.id)).size).toBe(steps.length)
      expect([version, sharedSteps]).toEqual([2, []])
    }
  })

  test('those of another project cannot be referred to', async () => {
    const repository = await aRepository(app, owner)
    const other = await aRepository(app, owner)
    const { id } = await of(other).make('Theirs', aStep('open'))
    const suiteId = await repository.suite('A')
    await expect(repository.case(suiteId, 'uses', { steps: [reference('1', id)] })).rejects.toThrow('400')
    const one = await repository.case(suiteId, 'own')
    await expect(repository.update(one.id, 1, { steps: [reference('1', id)] })).rejects.toThrow('400')
  })

  test('references to deleted shared steps and files are rejected with their positions in the body that was sent', async () => {
    const repository = await aRepository(app, owner)
    const { params } = repository
    const { make } = of(repository)
    const suiteId = await repository.suite('A')
    const gone = await make('Gone', aStep('open'))
    const stays = await make('Stays', aStep('open'))
    await ask(app, deleteSharedSteps, { token: owner.token, params: { ...params, sharedStepsId: gone.id } })
    const file = { id: crypto.randomUUID(), name: 'a.png', contentType: 'image/png', sizeBytes: 1 }
    const steps = [reference('1', stays.id), reference('2', gone.id), reference('3', gone.id)]
    const withFile = [aStep('own'), aStep('look', [file])]
    const at = { token: owner.token, params }
    const fieldsOf = async (refusal: ReturnType<typeof refusalOf>) => (await refusal).errors?.map(({ field }) => field)

    const create = (content: Partial<NewCase>) =>
      fieldsOf(refusalOf(app, createTestCase, { ...at, body: { testSuiteId: suiteId, title: 'new', ...content } }))
    expect(await create({ steps })).toEqual(['steps.1.sharedStepsId', 'steps.2.sharedStepsId'])
    expect(await create({ attachments: [file], steps: withFile })).toEqual(['attachments.0', 'steps.1.attachments.0'])

    const user = await repository.case(suiteId, 'uses', { steps: [aStep('own')] })
    await repository.update(user.id, 1, { steps: [aStep('theirs'), aStep('own')] })
    const update = (changes: CaseChanges) =>
      fieldsOf(
        refusalOf(app, updateTestCase, {
          token: owner.token,
          params: { ...params, caseId: user.id },
          body: { version: 1, changes },
        }),
      )
    expect(await update({ steps: [aStep('own'), ...steps] })).toEqual([
      'changes.steps.2.sharedStepsId',
      'changes.steps.3.sharedStepsId',
    ])
    expect(await update({ steps: withFile })).toEqual(['changes.steps.1.attachments.0'])
    expect(
      await fieldsOf(refusalOf(app, createSharedSteps, { ...at, body: { name: 'new', steps: withFile } })),
    ).toEqual(['steps.1.attachments.0'])
  })
})

describe('attachments', () => {
  const upload = async (
    projectKey: string,
    token: string,
    content: Uint8Array<ArrayBuffer>,
    name: string,
    headers = {},
  ) => {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    return send(app, pathOf(ATTACHMENTS_PATH, { projectKey }), { method: 'POST', token, body: form, headers })
  }
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

  test('[STEPS-17] a file is sent first, held by a case and its steps, and served so that it cannot run', async () => {
    const repository = await aRepository(app, owner)
    const sent = await upload(repository.projectKey, owner.token, png, 'basket.png')
    expect(sent.status).toBe(201)
    const { data } = UploadedAttachment.parse(sent.body)
    expect(data).toMatchObject({ name: 'basket.png', contentType: 'image/png', sizeBytes: 11 })
    const made = await repository.case(await repository.suite('A'), 'with', {
      attachments: [data],
      steps: [aStep('look', [data])],
    })
    expect((await repository.get(made.id)).attachments).toEqual([data])
    const file = await send(app, attachmentPath(data), { token: owner.token })
    expect(file.status).toBe(200)
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    const stranger = await aUser(app)
    expect((await send(app, attachmentPath(data), { token: stranger.token })).status).toBe(404)
    expect((await send(app, attachmentPath(data))).status).toBe(401)
  })

  test('rejects uploads without the right to write cases, empty and malformed forms, and files of others', async () => {
    const repository = await aRepository(app, owner)
    const other = await aRepository(app, owner)
    const guest = await aUser(app, { roles: { [repository.projectId]: 'GUEST' } })
    expect((await upload(repository.projectKey, guest.token, png, 'x.png')).status).toBe(403)
    expect((await upload(repository.projectKey, owner.token, new Uint8Array(), 'x.png')).status).toBe(400)
    const path = pathOf(ATTACHMENTS_PATH, { projectKey: repository.projectKey })
    expect((await send(app, path, { method: 'POST', token: owner.token, body: { file: 'no' } })).status).toBe(400)
    const { data } = UploadedAttachment.parse((await upload(other.projectKey, owner.token, png, 'x.png')).body)
    await expect(repository.case(await repository.suite('A'), 'with', { attachments: [data] })).rejects.toThrow('400')
  })

  test('an upload repeated with its key is one attachment, and without a key another', async () => {
    const { projectKey } = await aRepository(app, owner)
    const idOf = async (headers: Record<string, string>, content = png) =>
      UploadedAttachment.parse((await upload(projectKey, owner.token, content, 'a.png', headers)).body).data.id
    const keyed = { 'idempotency-key': 'attachment-1' }
    const ids = [await idOf({}), await idOf({}), await idOf(keyed), await idOf(keyed)]
    expect(new Set(ids).size).toBe(3)
    expect(ids[2]).toBe(ids[3])
    const other = await upload(projectKey, owner.token, Uint8Array.from([1]), 'a.png', keyed)
    expect(other.status).toBe(409)
  })

  test('deletes a file when no version of a case refers to it, and not before', async () => {
    const repository = await aRepository(app, owner)
    const one = UploadedAttachment.parse((await upload(repository.projectKey, owner.token, png, 'one.png')).body).data
    const { data: unused } = UploadedAttachment.parse(
      (await upload(repository.projectKey, owner.token, Uint8Array.from([1, 2]), 'two.bin')).body,
    )
    const made = await repository.case(await repository.suite('A'), 'with', { attachments: [one] })
    await repository.update(made.id, 1, { attachments: [] })
    const later = new Date(Date.now() + 60_000)
    const files = { remove: () => Promise.resolve() }
    const left = async () => {
      await unusedAttachments(later)(app.db, 100)
      await orphanedFiles(files, later)(app.db, 100)
      const rows = await app.db
        .selectFrom('attachment')
        .select('id')
        .where('project_id', '=', repository.projectId)
        .execute()
      return rows.map(({ id }) => id)
    }
    expect(await left()).toEqual([one.id])
    expect(unused.id).not.toBe(one.id)
    const { operationId } = await repositoryOf(app, owner, repository.projectKey).delete([made.id])
    await repository.undo(operationId)
    expect(await left()).toEqual([one.id])
    expect(await oldOperations(later)(app.db, 1000)).toBeGreaterThan(0)
  })
})
