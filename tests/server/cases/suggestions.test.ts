import { once } from 'node:events'
import { createParser } from 'eventsource-parser'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  acceptSuggestedCases,
  generateTestCases,
  getAiCredits,
  SuggestedCase,
} from '../../../contract/cases/suggestions.ts'
import { undoOperation } from '../../../contract/cases/operations.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { getPriorities } from '../../../contract/settings/case-attributes.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { startLanguageModel, type LanguageModel } from '../support/language-model.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { aRepository } from './support.ts'

let model: LanguageModel
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  model = await startLanguageModel()
  app = await startTestApp({ AI_URL: model.url, AI_MODEL: 'tester-1', AI_KEY: 'secret-key' })
  owner = await aWorkspace(app)
})
afterAll(async () => {
  await app.close()
  await model.close()
})
beforeEach(() => {
  model.asked.length = 0
})

const aSuite = async (at = app, user = owner) => {
  const repository = await aRepository(at, user)
  return { ...repository, suiteId: await repository.suite('Checkout') }
}

interface Streamed {
  cases: SuggestedCase[]
  problem: { code: string; message: string } | null
  isEnded: boolean
}

/** The stream as a reader of events finds it. */
const read = (text: string): Streamed => {
  const streamed: Streamed = { cases: [], problem: null, isEnded: false }
  createParser({
    onEvent: ({ event, data }) => {
      if (event === 'end') streamed.isEnded = true
      else if (event === 'problem') streamed.problem = JSON.parse(data)
      else streamed.cases.push(SuggestedCase.parse(JSON.parse(data)))
    },
  }).feed(text)
  return streamed
}

const generate = async (projectId: number, suiteId: number, requirements?: string, at = app, { token } = owner) => {
  const { status, headers, body } = await send(at, `${generateTestCases.path}?projectId=${projectId}`, {
    method: 'POST',
    token,
    body: { testSuiteId: suiteId, requirements },
  })
  if (status !== 200) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`)
  expect(headers.get('content-type')).toContain('text/event-stream')
  return read(body as string)
}

const written = (title: string, more: object = {}) =>
  JSON.stringify({ title, steps: [{ action: 'Pay', expectedResult: 'Paid' }], ...more })

test('[AISG-02] [AISG-10] [AISG-11] [AISG-14] [AISG-15] each event is one suggested case with the defaults of the project', async () => {
  const { projectId, params, suiteId, case: add } = await aSuite()
  await add(suiteId, 'Pay by card')
  model.behaves(({ say, done }) => {
    const lines = `${written('Pay by voucher', { priority: 'Critical' })}\n${written('Pay twice', { preConditions: 'A cart' })}\n`
    for (const piece of lines.match(/[\s\S]{1,7}/g) ?? []) say(piece)
    done()
  })
  const { cases, problem, isEnded } = await generate(projectId, suiteId, 'Vouchers of 10 EUR')
  expect({ problem, isEnded }).toEqual({ problem: null, isEnded: true })
  expect(cases.map(({ title }) => title)).toEqual(['Pay by voucher', 'Pay twice'])
  const priorities = (await ask(app, getPriorities, { token: owner.token, params })).items
  const priority = { id: priorities.find(({ isDefault }) => isDefault)?.id }
  expect(cases[0]).toMatchObject({ priority })
  expect(cases[1]).toMatchObject({
    priority,
    preConditions: 'A cart',
    draft: false,
    steps: [{ kind: 'step', action: 'Pay', expectedResult: 'Paid' }],
  })
  expect(cases[1]?.automationState).not.toBeNull()
  const [prompted] = model.asked
  expect(prompted).toMatchObject({
    path: '/v1/chat/completions',
    authorization: 'Bearer secret-key',
    body: { model: 'tester-1', stream: true },
  })
  const received = prompted?.body.messages.map(({ content }) => content).join('\n') ?? ''
  for (const words of ['Checkout', 'Pay by card', 'Vouchers of 10 EUR']) expect(received).toContain(words)
})

test('a suggestion contains only storable values, whatever the model returns', async () => {
  const { projectId, params, suiteId } = await aSuite()
  const steps = [{ action: 'Pay\0 \ud83d', expectedResult: '' }]
  model.behaves(({ say, done }) => {
    say(written(`x${'🛒'.repeat(200)}`, { steps }))
    done()
  })
  const { cases } = await generate(projectId, suiteId)
  const body = { testSuiteId: suiteId, testCases: cases }
  const { data } = await ask(app, acceptSuggestedCases, { token: owner.token, params, body })
  expect(data).toHaveLength(1)
})

test('finds cases in every wrapping that models use', async () => {
  const { projectId, suiteId } = await aSuite()
  const [one, other] = [written('One {brace}'), JSON.stringify(JSON.parse(written('Other "quoted" \\')), null, 2)]
  for (const text of [
    `${one}\n${other}`,
    `[${one}, ${other}]`,
    `{"cases": [${one}, ${other}]}`,
    `Here they are:\n\`\`\`json\n${one}\n${other}\n\`\`\`\nGood luck!`,
  ]) {
    model.behaves(({ say, done }) => {
      say(text.slice(0, 30))
      say(text.slice(30))
      done()
    })
    const { cases } = await generate(projectId, suiteId)
    expect(cases.map(({ title }) => title)).toEqual(['One {brace}', 'Other "quoted" \\'])
  }
})

test('[AISG-17] lines that are not test cases are skipped, and the stream continues', async () => {
  const { projectId, suiteId } = await aSuite()
  model.behaves(({ say, raw, done }) => {
    raw(': ping\n\ndata: not JSON\n\ndata: {"choices":[]}\n\n')
    say(`{"title": 12}\n{"no": "title"}\n{broken}\n${written('Sound')}\n${written('   ')}\n`)
    done()
  })
  const { cases, isEnded } = await generate(projectId, suiteId)
  expect(cases.map(({ title }) => title)).toEqual(['Sound'])
  expect(isEnded).toBe(true)
})

test('[AISG-20] reports a provider that rejects, disconnects, never completes an object or returns nothing as the last event', async () => {
  const { projectId, suiteId } = await aSuite()
  const problemOf = async (behave: Parameters<LanguageModel['behaves']>[0]) => {
    model.behaves(behave)
    return generate(projectId, suiteId)
  }
  const failed = { code: ERROR_CODES.aiFailed }
  const refused = await problemOf(({ response }) => void response.writeHead(401).end('{"error":"no key secret-key"}'))
  expect(refused.problem).toMatchObject({ ...failed, message: expect.stringContaining('401') })
  expect(JSON.stringify(refused.problem)).not.toContain('secret-key')
  const broken = await problemOf(({ say, response }) => {
    say(`${written('Kept')}\n{"title": "Lo`)
    response.socket?.destroySoon()
  })
  expect(broken).toMatchObject({ problem: failed, isEnded: false })
  expect(broken.cases.map(({ title }) => title)).toEqual(['Kept'])
  const early = await problemOf(({ say, response }) => {
    say(written('Early'))
    response.end()
  })
  expect(early.problem).toMatchObject({ ...failed, message: expect.stringContaining('broke off') })
  expect((await problemOf(({ say, done }) => (say('I would rather not.'), done()))).problem).toMatchObject({
    message: TEXTS.nothingSuggested,
  })
  const endless = await problemOf(({ say, done }) => (say(`{"title": "${'x'.repeat(300_000)}`), done()))
  expect(endless.problem).toMatchObject({ message: TEXTS.assistantFailed })
  const inStream = await problemOf(
    ({ raw, done }) => (raw('data: {"error":{"message":"too many requests"}}\n\n'), done()),
  )
  expect(inStream.problem?.message).toContain('too many requests')
})

test('[AISG-04] cases come while the model still writes, and who leaves is not written for any longer', async () => {
  const { projectId, suiteId } = await aSuite()
  const abandoned = new Promise<void>((resolve) =>
    model.behaves(async ({ say, response }) => {
      say(`${written('First')}\n`)
      await once(response, 'close')
      resolve()
    }),
  )
  const leaving = new AbortController()
  const response = await fetch(`${app.url}${generateTestCases.path}?projectId=${projectId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ testSuiteId: suiteId }),
    signal: leaving.signal,
  })
  let text = ''
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (read(text).cases.length === 1) break
  }
  expect(read(text)).toMatchObject({ cases: [{ title: 'First' }], isEnded: false })
  leaving.abort()
  await abandoned
})

test('[AISG-21] [AISG-05] [AISG-07] accepted cases are appended to their suite all together or not at all', async () => {
  const { projectId, params, suiteId, titles, get, case: add } = await aSuite()
  await add(suiteId, 'There before')
  model.behaves(({ say, done }) => {
    say(`${written('One')}\n${written('Two')}`)
    done()
  })
  const { cases } = await generate(projectId, suiteId)
  const at = { token: owner.token, params }
  const body = { testSuiteId: suiteId, testCases: cases }
  const undone = await ask(app, acceptSuggestedCases, { ...at, body })
  await ask(app, undoOperation, { ...at, params: { ...params, operationId: undone.operationId } })
  expect(await titles(suiteId)).toEqual(['There before'])
  const { data } = await ask(app, acceptSuggestedCases, { ...at, body })
  expect(await titles(suiteId)).toEqual(['There before', 'One', 'Two'])
  expect(await get(data[0]?.id ?? 0)).toMatchObject({ title: 'One', version: 1, steps: [{ action: 'Pay' }] })

  const wrong = [
    { ...cases[0], title: 'Three' },
    { ...cases[1], priority: { id: 999_999 } },
  ]
  const refusal = await refusalOf(app, acceptSuggestedCases, {
    ...at,
    body: { testSuiteId: suiteId, testCases: wrong },
  })
  expect(refusal).toMatchObject({ status: 400, errors: [{ field: 'testCases.1.priority' }] })
  expect(await titles(suiteId)).toEqual(['There before', 'One', 'Two'])
  const foreign = await aSuite()
  expect(
    await refusalOf(app, acceptSuggestedCases, { ...at, body: { testSuiteId: foreign.suiteId, testCases: cases } }),
  ).toMatchObject({ status: 404 })
})

test('[AISG-13] [AISG-23] engineers may request suggestions, guests may not, and nobody may without the feature', async () => {
  const { projectId, params, suiteId } = await aSuite()
  model.behaves(({ say, done }) => {
    say(written('One'))
    done()
  })
  const engineer = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
  const guest = await aUser(app, { roles: { [projectId]: 'GUEST' } })
  expect((await generate(projectId, suiteId, '', app, engineer)).cases).toHaveLength(1)
  const call = (token: string, body: object = { testSuiteId: suiteId }) =>
    send(app, `${generateTestCases.path}?projectId=${projectId}`, { method: 'POST', token, body })
  expect(await call(guest.token)).toMatchObject({ status: 403 })
  expect(await call(owner.token, { testSuiteId: 999_999 })).toMatchObject({ status: 404 })
  expect(await call(owner.token, { testSuiteId: suiteId, requirements: 'x'.repeat(10_001) })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'requirements' }] },
  })
  const off = { token: owner.token, params: { feature: 'ai-assistant' } }
  await ask(app, switchFeature, { ...off, body: { on: false } })
  expect(await call(owner.token)).toMatchObject({ status: 403, body: { code: ERROR_CODES.featureOff } })
  expect(await refusalOf(app, getAiCredits, { token: owner.token, params })).toMatchObject({ status: 403 })
  await ask(app, switchFeature, { ...off, body: { on: true } })
})

test('[TREE-59] [AISG-12] [AISG-18] [AISG-22] credits are taken case by case, and when they are used up nothing more is suggested', async () => {
  const rationed = await startTestApp({ AI_URL: model.url, AI_MODEL: 'tester-1', AI_CREDITS: '3' })
  try {
    const user = await aWorkspace(rationed)
    const { projectId, params, suiteId } = await aSuite(rationed, user)
    const left = async () => (await ask(rationed, getAiCredits, { token: user.token, params })).data
    model.behaves(({ say, done }) => {
      say(`${written('One')}\n${written('Two')}`)
      done()
    })
    expect(await left()).toEqual({ model: 'tester-1', credits: 3 })
    expect((await generate(projectId, suiteId, '', rationed, user)).cases).toHaveLength(2)
    expect(await left()).toMatchObject({ credits: 1 })
    const last = await generate(projectId, suiteId, '', rationed, user)
    expect(last).toMatchObject({ cases: [{ title: 'One' }], problem: { code: 'AI-2100' }, isEnded: false })
    const refusal = await send(rationed, `${generateTestCases.path}?projectId=${projectId}`, {
      method: 'POST',
      token: user.token,
      body: { testSuiteId: suiteId },
    })
    expect(refusal).toMatchObject({ status: 402, body: { code: 'AI-2100', message: TEXTS.outOfCredits } })
    expect(await left()).toMatchObject({ credits: 0 })
  } finally {
    await rationed.close()
  }
})

test('answers that no model is connected when none is configured', async () => {
  const bare = await startTestApp()
  try {
    const user = await aWorkspace(bare)
    const { projectId, params, suiteId } = await aSuite(bare, user)
    const { data } = await ask(bare, getAiCredits, { token: user.token, params })
    expect(data).toEqual({ model: null, credits: null })
    expect(
      await send(bare, `${generateTestCases.path}?projectId=${projectId}`, {
        method: 'POST',
        token: user.token,
        body: { testSuiteId: suiteId },
      }),
    ).toMatchObject({ status: 409, body: { code: ERROR_CODES.aiNotConnected } })
  } finally {
    await bare.close()
  }
})
