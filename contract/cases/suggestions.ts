import { z } from 'zod/mini'
import { BODY_BYTES, defineCall, inProjectById } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { NewCase, TestCase } from './cases.ts'
import { Step } from './steps.ts'

/**
 * A case that the assistant suggests for a suite. It has the project's default priority, automation state and field values (AISG-10), and
 * becomes a case when a user accepts it.
 */
export const SuggestedCase = z.extend(
  z.required(
    z.pick(NewCase, {
      title: true,
      draft: true,
      priority: true,
      automationState: true,
      description: true,
      preConditions: true,
      postConditions: true,
      customFields: true,
    }),
  ),
  {
    steps: z
      .array(z.extend(Step, { attachments: z.array(z.never()).check(z.maxLength(0)) }))
      .check(z.maxLength(LIMITS.maxSteps)),
  },
)
export type SuggestedCase = z.infer<typeof SuggestedCase>

export const Requirements = z.string().check(z.trim(), z.maxLength(LIMITS.suggestionRequirements))

/**
 * Answers with a stream of events (`text/event-stream`): each `data:` is one `SuggestedCase` (AISG-14, AISG-15). The event `end` means that
 * the assistant has finished, the event `problem` with `{ code, message }` that it failed; a stream without either was interrupted. 409
 * `aiNotConnected` if no provider is configured, 402 `aiCreditsExhausted` (AISG-18), which may also be the problem of a stream.
 */
export const generateTestCases = defineCall({
  name: 'generateTestCases',
  summary: 'Streams test cases that the assistant suggests for a suite',
  method: 'POST',
  path: '/api/ai/v1/operations/test-suites:generate-test-cases',
  access: { project: 'cases:write' },
  feature: 'ai-assistant',
  query: z.object(inProjectById),
  body: z.object({ testSuiteId: z.int(), requirements: z.optional(Requirements) }),
  answer: z.unknown(),
})

/** Why a stream failed. */
export const StreamProblem = z.object({ code: z.string(), message: z.string() })
export type StreamProblem = z.infer<typeof StreamProblem>

/**
 * Creates all suggested cases at the end of the suite, in this order, or none. The server generates the id of the operation for undo: an id
 * from the client would make the body differ between retries.
 */
export const acceptSuggestedCases = defineCall({
  name: 'acceptSuggestedCases',
  summary: 'Makes suggested test cases cases of a suite',
  method: 'POST',
  path: '/api/projects/:projectKey/suggested-test-cases',
  access: { project: 'cases:write' },
  bodyBytes: BODY_BYTES.long,
  feature: 'ai-assistant',
  params: InProject,
  body: z.object({
    testSuiteId: z.int(),
    testCases: z.array(SuggestedCase).check(z.minLength(1), z.maxLength(LIMITS.suggestionsAtOnce)),
  }),
  answer: z.object({ data: z.array(TestCase), operationId: z.uuid() }),
})

/** `model`: null if no provider is connected. `credits`: remaining suggestions of this month; null for no limit. */
export const AiCredits = z.object({ model: z.nullable(z.string()), credits: z.nullable(z.int()) })
export type AiCredits = z.infer<typeof AiCredits>

export const getAiCredits = defineCall({
  name: 'getAiCredits',
  summary: 'Which assistant there is, and what is left of its credits',
  method: 'GET',
  path: '/api/projects/:projectKey/ai-credits',
  access: { project: 'cases:write' },
  feature: 'ai-assistant',
  params: InProject,
  answer: z.object({ data: AiCredits }),
})
