import { z } from 'zod/mini'
import { BODY_BYTES, defineCall, idInPath } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { CaseTitle } from '../cases/cases.ts'
import { InSuite, SuiteTitle } from '../cases/suites.ts'

/**
 * `xstate`: a machine of XState 5, as JSON or as TypeScript source. `graphwalker`: a JSON model of GraphWalker or AltWalker. `table`: rows
 * of From, Event, To and Expected with tabs between them.
 */
export const ModelFormat = z.enum(['xstate', 'graphwalker', 'table'])
export type ModelFormat = z.infer<typeof ModelFormat>

const id = z.string().check(z.minLength(1), z.maxLength(LIMITS.modelIdMost))
const words = z.string().check(z.maxLength(LIMITS.modelTextMost))

/** `initialId`: where a compound state begins, or where a history goes that has nothing to remember. */
export const ModelState = z.object({
  id,
  name: words,
  /** Null for the machine itself alone. */
  parentId: z.nullable(id),
  kind: z.enum(['atomic', 'compound', 'parallel', 'final', 'history', 'deep-history']),
  initialId: z.nullable(id),
  description: words,
  /** Is added to what steps say of the state: requirements, for example. */
  note: z.optional(words),
})
export type ModelState = z.infer<typeof ModelState>

/**
 * `kind` says what `event` is. `event`: its name, `*` for any other. `after`: the time that has to pass. `done`, `error`: who ends well
 * or fails. `always`, `completed`: nothing, it follows by itself, the latter once the source has ended. Nothing in `targetIds`: the state
 * stays. `expected` is to be seen then; empty for what the states entered say.
 */
export const ModelTransition = z.object({
  /** Stays the same in a new version while source, event and condition do. */
  id,
  sourceId: id,
  targetIds: z.array(id).check(z.maxLength(20)),
  kind: z.enum(['event', 'after', 'done', 'error', 'always', 'completed']),
  event: words,
  guard: words,
  description: words,
  expected: words,
  /** Is added to the action of the step: requirements and what the model does by itself. */
  note: z.optional(words),
  /** Leaves the source, too, when it goes to a state within. */
  isReentering: z.boolean(),
})
export type ModelTransition = z.infer<typeof ModelTransition>

const isSound = ({ states, transitions }: { states: ModelState[]; transitions: ModelTransition[] }): boolean => {
  const parents = new Map<string, string | null>()
  for (const [i, { id, parentId }] of states.entries()) {
    // A parent stands before its states, so that none is within itself.
    if (parents.has(id) || (i === 0) !== (parentId === null) || (parentId !== null && !parents.has(parentId)))
      return false
    parents.set(id, parentId)
  }
  const isWithin = (id: string, ancestor: string): boolean => {
    for (let at = parents.get(id) ?? null; at !== null; at = parents.get(at) ?? null) if (at === ancestor) return true
    return false
  }
  const histories = new Set(states.flatMap(({ id, kind }) => (kind.endsWith('history') ? [id] : [])))
  return (
    states.every(({ id, kind, initialId }) => {
      if (initialId === null) return kind !== 'compound'
      return histories.has(id) ? parents.has(initialId) && !histories.has(initialId) : isWithin(initialId, id)
    }) &&
    new Set(transitions.map(({ id }) => id)).size === transitions.length &&
    transitions.every(({ sourceId, targetIds }) => [sourceId, ...targetIds].every((one) => parents.has(one)))
  )
}

/**
 * States and transitions, whatever they were read from. The first state is the machine itself, `#`, and a state stands after the one it
 * is in.
 */
export const CaseModel = z
  .object({
    name: words,
    states: z.array(ModelState).check(z.minLength(1), z.maxLength(LIMITS.modelStatesMost)),
    transitions: z.array(ModelTransition).check(z.maxLength(LIMITS.modelTransitionsMost)),
  })
  .check(z.refine(isSound, 'The states and transitions of the model do not fit together'))
export type CaseModel = z.infer<typeof CaseModel>

const bound = (most: number) => z.int().check(z.minimum(1), z.maximum(most))

/**
 * Which ways through the model become cases. `shortest`: the shortest one to every state and along every transition. `transitions`: few
 * that together take every transition. `pairs`: few that take each transition after each that can come before it. `simple`: all that
 * are in no state more often than `maxVisits`.
 */
export const ModelOptions = z.object({
  strategy: z.enum(['shortest', 'transitions', 'pairs', 'simple']),
  maxPaths: bound(LIMITS.modelPathsMost),
  maxLength: bound(LIMITS.modelPathLengthMost),
  maxVisits: bound(5),
  maxSeconds: bound(60),
})
export type ModelOptions = z.infer<typeof ModelOptions>
export type ModelStrategy = ModelOptions['strategy']

/** What is written of a case by its path through the model. */
const GeneratedContent = z.object({
  title: CaseTitle,
  preConditions: z.string().check(z.maxLength(LIMITS.caseTextMost)),
  steps: z
    .array(
      z.object({
        action: z.string().check(z.maxLength(LIMITS.caseTextMost)),
        expectedResult: z.string().check(z.maxLength(LIMITS.caseTextMost)),
      }),
    )
    .check(z.maxLength(LIMITS.modelPathLengthMost)),
})
export type GeneratedContent = z.infer<typeof GeneratedContent>
export const GENERATED_FIELDS = ['title', 'preConditions', 'steps'] as const
export type GeneratedField = (typeof GENERATED_FIELDS)[number]

/** A path as a case. `pathKey` is the sequence of its transitions, by which the case is found again in the next version. */
export const SuggestedCase = z.object({
  pathKey: z.string().check(z.minLength(1), z.maxLength(LIMITS.modelPathKeyMost)),
  /** Each once. */
  transitionIds: z.array(id).check(z.maxLength(LIMITS.modelTransitionsMost)),
  content: GeneratedContent,
})
export type SuggestedCase = z.infer<typeof SuggestedCase>

const kept = {
  format: ModelFormat,
  source: z.string().check(z.minLength(1, TEXTS.required), z.maxLength(LIMITS.modelSourceMost)),
  model: CaseModel,
  options: ModelOptions,
}

const cases = z.array(SuggestedCase).check(z.minLength(1), z.maxLength(LIMITS.modelPathsMost))

/** A case that the model of its suite made, and what became of it. */
export const ModelledCase = z.object({
  caseId: z.int(),
  key: z.string(),
  title: z.string(),
  pathKey: z.string(),
  transitionIds: z.array(z.string()),
  /** As the model made it last. */
  content: GeneratedContent,
  /** What people changed since. */
  edited: z.array(z.enum(GENERATED_FIELDS)),
  /** False, too, where the project's field Deprecated is switched off (TCASE-03). */
  deprecated: z.boolean(),
  deleted: z.boolean(),
  /** The newest version of the model no longer has its path. */
  obsolete: z.boolean(),
})
export type ModelledCase = z.infer<typeof ModelledCase>

/** The model that a suite keeps. `version` counts from 1. */
export const KeptModel = z.object({
  ...kept,
  suiteId: z.int(),
  version: z.int(),
  updatedAt: z.string(),
  cases: z.array(ModelledCase),
})
export type KeptModel = z.infer<typeof KeptModel>

/**
 * Makes a case of each path, and keeps the model with the suite: an existing one, or a new one. All or nothing. 409 for a suite that
 * keeps a model already. `undoOperation` takes it all back.
 */
export const createCaseModel = defineCall({
  name: 'createCaseModel',
  summary: 'Creates test cases from the paths of a model that a suite keeps',
  method: 'POST',
  path: '/api/projects/:projectKey/test-case-models',
  access: { project: 'cases:write' },
  bodyBytes: BODY_BYTES.long,
  feature: 'test-case-management',
  params: InProject,
  body: z.object({
    operationId: z.uuid(),
    suite: z.union([
      z.object({ id: z.int() }),
      z.object({ title: SuiteTitle, parentSuiteId: z._default(z.nullable(z.int()), null) }),
    ]),
    ...kept,
    cases,
  }),
  answer: z.object({ suiteId: z.int(), created: z.int(), operationId: z.uuid() }),
})

const path = '/api/projects/:projectKey/test-suites/:suiteId/test-case-model'

/** Null for a suite without a model. */
export const getCaseModel = defineCall({
  name: 'getCaseModel',
  summary: 'The model of a suite with the test cases made from it',
  method: 'GET',
  path,
  access: { project: 'cases:read' },
  feature: 'test-case-management',
  params: InSuite,
  answer: z.object({ suite: z.object({ id: z.int(), title: z.string() }), data: z.nullable(KeptModel) }),
})

/**
 * A new version of the model: makes cases of new paths, and changes those whose paths say something else now, field by field where nobody
 * edited them. Cases whose paths are gone are deprecated, or left as they are; where the project's field Deprecated is switched off, they
 * are left whatever was asked for. All or nothing; 409 `stale` for another `version` than the
 * stored one. `undoOperation` takes it all back, as long as no newer version was saved.
 */
export const updateCaseModel = defineCall({
  name: 'updateCaseModel',
  summary: 'Brings the test cases of a suite up to a new version of its model',
  method: 'PUT',
  path,
  access: { project: 'cases:write' },
  bodyBytes: BODY_BYTES.long,
  feature: 'test-case-management',
  params: InSuite,
  body: z.object({ operationId: z.uuid(), version: z.int(), obsolete: z.enum(['deprecate', 'leave']), ...kept, cases }),
  answer: z.object({
    version: z.int(),
    created: z.int(),
    changed: z.int(),
    obsolete: z.int(),
    /** Cases of which something stayed as people wrote it. */
    keptByHand: z.int(),
    operationId: z.uuid(),
  }),
})

/** `proved`: a case that takes it passed, and none has failed since. `failing`: one failed, and none has passed since. */
export const TransitionProof = z.enum(['proved', 'failing', 'never'])
export type TransitionProof = z.infer<typeof TransitionProof>

/** From the newest automated result of each case that passed or failed. Transitions that are `never` run are left out. */
export const getCaseModelResults = defineCall({
  name: 'getCaseModelResults',
  summary: 'What automated results prove of the model of a suite',
  method: 'GET',
  path: `${path}/results`,
  access: { project: 'cases:read' },
  feature: 'test-case-management',
  params: z.object({ ...inProject, suiteId: idInPath }),
  answer: z.object({
    transitions: z.record(z.string(), z.enum(['proved', 'failing'])),
    cases: z.array(
      z.object({
        caseId: z.int(),
        status: z.enum(['PASSED', 'FAILED']),
        testId: z.int(),
        launchId: z.int(),
        at: z.string(),
      }),
    ),
  }),
})
export type CaseModelResults = z.infer<typeof getCaseModelResults.answer>
