import { lastValueFrom, toArray } from 'rxjs'
import { beforeEach, expect, test } from 'vitest'
import type { SuggestedCase } from '../../../contract/cases/suggestions.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { createCaseSuggestionsService } from '../../../services/cases/case-suggestions.ts'

const suggested = (title: string): SuggestedCase => ({
  title,
  draft: false,
  priority: null,
  automationState: null,
  description: '',
  preConditions: '',
  postConditions: '',
  steps: [],
  customFields: {},
})
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const END = 'event: end\ndata: {}\n\n'
const problem = (code: string, message: string) => `event: problem\n${data({ code, message })}`

let answers: Response[]
let tokens: (string | null)[]
let unreadable: string[]
beforeEach(() => {
  answers = []
  tokens = []
  unreadable = []
})

/** In chunks of seven bytes, as a network may split it. */
const streamed = (text: string) => {
  const bytes = new TextEncoder().encode(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, i) => bytes.slice(i * 7, i * 7 + 7))
  return new Response(
    new ReadableStream({
      pull: (controller) => {
        const piece = pieces.shift()
        if (piece === undefined) controller.close()
        else controller.enqueue(piece)
      },
    }),
  )
}
const refused = (status: number, body: object) => Response.json(body, { status })

const generate = () => {
  let token = 'old'
  const service = createCaseSuggestionsService({
    send: () => Promise.reject(new Error('not sent')),
    token: {
      token: () => token,
      renew: () => {
        token = 'new'
        return Promise.resolve()
      },
    },
    fetch: (_, init) => {
      tokens.push(new Headers(init?.headers).get('authorization'))
      const answer = answers.shift()
      return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('no network'))
    },
    onUnreadable: (text) => unreadable.push(text),
  })
  return lastValueFrom(service.generate(1, { testSuiteId: 2, requirements: '' }).pipe(toArray()))
}

test('[AISG-15] each event is one case for any split of the stream', async () => {
  answers = [streamed(`: asked\n\n${data(suggested('Größe'))}${data(suggested('Two'))}${END}`)]
  expect(await generate()).toEqual([suggested('Größe'), suggested('Two')])
})

test('[AISG-16] a session that is over is renewed once, and the call made again', async () => {
  answers = [refused(401, { code: 'IAM-4010', message: 'no' }), streamed(data(suggested('One')) + END)]
  expect(await generate()).toHaveLength(1)
  expect(tokens).toEqual(['Bearer old', 'Bearer new'])
  answers = [refused(401, { code: 'IAM-4010', message: 'no' }), refused(401, { code: 'IAM-4010', message: 'still no' })]
  await expect(generate()).rejects.toMatchObject({ status: 401, message: 'still no' })
})

test('[AISG-17] reports and skips an unreadable event', async () => {
  answers = [streamed(`data: {"title": 1}\n\ndata: rubbish\n\n${data(suggested('One'))}${END}`)]
  expect(await generate()).toEqual([suggested('One')])
  expect(unreadable).toEqual(['{"title": 1}', 'rubbish'])
})

test('[AISG-18] [AISG-20] fails with the problem of the stream, the rejection, or the broken connection', async () => {
  answers = [streamed(data(suggested('One')) + problem('AI-2100', 'used up'))]
  await expect(generate()).rejects.toMatchObject({ code: 'AI-2100', message: 'used up' })
  answers = [refused(409, { code: 'AI-2101', message: 'not connected' })]
  await expect(generate()).rejects.toMatchObject({ code: 'AI-2101', message: 'not connected' })
  answers = [streamed(data(suggested('One')))]
  const broken = await generate().catch((error: unknown) => error)
  expect(broken).toBeInstanceOf(ApiError)
  expect(broken).toMatchObject({ message: TEXTS.suggestionsBroken })
  await expect(generate()).rejects.toMatchObject({ message: TEXTS.suggestionsBroken })
})
