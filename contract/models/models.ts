import { z } from 'zod/mini'
import { BODY_BYTES, defineCall, idInPath } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { CaseTitle } from '../cases/cases.ts'
import { InSuite, SuiteTitle } from '../cases/suites.ts'

/**
 * `xstate`: an XState 5 machine, as JSON or as TypeScript source. `graphwalker`: a JSON model of GraphWalker or AltWalker. `table`:
 * tab-separated rows of From, Event, To and Expected.
 */
export const ModelFormat = z.enum(['xstate', 'graphwalker', 'table'])
export type ModelFormat = z.infer<typeof ModelFormat>

const id = z.string().check(z.minLength(1), z.maxLength(LIMITS.maxModelId))
const words = z.string().check(z.maxLength(LIMITS.maxModelText))

/** `initialId`: initial state of a compound state, or default target of a history state. */
export const ModelState = z.object({
  id,
  name: words,
  /** Null only for the machine itself. */
  parentId: z.nullable(id),
  kind: z.enum(['atomic', 'compound', 'parallel', 'final', 'history', 'deep-history']),
  initialId: z.nullable(id),
  description: words,
  /** Text added to steps that verify the state, such as requirements. */
  note: z.optional(words),
})
export type ModelState = z.infer<typeof ModelState>

/**
 * `kind` determines the meaning of `event`. `event`: name of the event, `*` for any other. `after`: the delay. `done`, `error`: the actor
 * or state that completes or fails. `always`, `completed`: empty; the transition is taken automatically, with `completed` once the source
 * has ended. With empty `targetIds`, the state stays the same. `expected` is the expected result; empty if the entered states describe it.
 */
export const ModelTransition = z.object({
  /** Stable across versions as long as source, event and condition do not change. */
  id,
  sourceId: id,
  targetIds: z.array(id).check(z.maxLength(20)),
  kind: z.enum(['event', 'after', 'done', 'error', 'always', 'completed']),
  event: words,
  guard: words,
  description: words,
  expected: words,
  /** Text added to the action of the step, such as requirements and actions of the model itself. */
  note: z.optional(words),
  /** Whether the transition exits and re-enters the source even if the target is inside it. */
  isReentering: z.boolean(),
})
export type ModelTransition = z.infer<typeof ModelTransition>

const isSound = ({ states, transitions }: { states: ModelState[]; transitions: ModelTransition[] }): boolean => {
  const parents = new Map<string, string | null>()
  for (const [i, { id, parentId }] of states.entries()) {
    // A parent precedes its child states, so that no cycle is possible.
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
 * States and transitions of a model, independent of the format. The first state is the machine itself, `#`; each state comes after its
 * parent.
 */
export const CaseModel = z
  .object({
    name: words,
    states: z.array(ModelState).check(z.minLength(1), z.maxLength(LIMITS.maxModelStates)),
    transitions: z.array(ModelTransition).check(z.maxLength(LIMITS.maxModelTransitions)),
  })
  .check(z.refine(isSound, 'The states and transitions of the model do not fit together'))
export type CaseModel = z.infer<typeof CaseModel>

const bound = (max: number) => z.int().check(z.minimum(1), z.maximum(max))

/**
 * Strategy that selects the paths of the model that become cases. `shortest`: the shortest path to every state and along every transition.
 * `transitions`: few paths that together cover every transition. `pairs`: few paths that cover each pair of consecutive transitions.
 * `simple`: all paths that visit no state more than `maxVisits` times.
 */
export const ModelOptions = z.object({
  strategy: z.enum(['shortest', 'transitions', 'pairs', 'simple']),
  maxPaths: bound(LIMITS.maxModelPaths),
  maxLength: bound(LIMITS.maxModelPathLength),
  maxVisits: bound(5),
  maxSeconds: bound(60),
})
export type ModelOptions = z.infer<typeof ModelOptions>
export type ModelStrategy = ModelOptions['strategy']

/** Fields of a case that are generated from its path through the model. */
const GeneratedContent = z.object({
  title: CaseTitle,
  preConditions: z.string().check(z.maxLength(LIMITS.maxCaseText)),
  steps: z
    .array(
      z.object({
        action: z.string().check(z.maxLength(LIMITS.maxCaseText)),
        expectedResult: z.string().check(z.maxLength(LIMITS.maxCaseText)),
      }),
    )
    .check(z.maxLength(LIMITS.maxModelPathLength)),
})
export type GeneratedContent = z.infer<typeof GeneratedContent>
export const GENERATED_FIELDS = ['title', 'preConditions', 'steps'] as const
export type GeneratedField = (typeof GENERATED_FIELDS)[number]

/** A case for a path. `pathKey` is the sequence of its transitions, which identifies the case in later versions of the model. */
export const SuggestedCase = z.object({
  pathKey: z.string().check(z.minLength(1), z.maxLength(LIMITS.maxModelPathKey)),
  /** Distinct ids. */
  transitionIds: z.array(id).check(z.maxLength(LIMITS.maxModelTransitions)),
  content: GeneratedContent,
})
export type SuggestedCase = z.infer<typeof SuggestedCase>

const retained = {
  format: ModelFormat,
  source: z.string().check(z.minLength(1, TEXTS.required), z.maxLength(LIMITS.maxModelSource)),
  model: CaseModel,
  options: ModelOptions,
}

const cases = z.array(SuggestedCase).check(z.minLength(1), z.maxLength(LIMITS.maxModelPaths))

/** A case that was generated from the model of its suite, and its current state. */
export const ModelledCase = z.object({
  caseId: z.int(),
  key: z.string(),
  title: z.string(),
  pathKey: z.string(),
  transitionIds: z.array(z.string()),
  /** Content as generated last. */
  content: GeneratedContent,
  /** Fields that users changed since. */
  edited: z.array(z.enum(GENERATED_FIELDS)),
  /** Also false if the project's field Deprecated is switched off (TCASE-03). */
  deprecated: z.boolean(),
  deleted: z.boolean(),
  /** Whether the newest version of the model no longer contains the path. */
  obsolete: z.boolean(),
})
export type ModelledCase = z.infer<typeof ModelledCase>

/** The stored model of a suite. `version` counts from 1. */
export const StoredModel = z.object({
  ...retained,
  suiteId: z.int(),
  version: z.int(),
  updatedAt: z.string(),
  cases: z.array(ModelledCase),
})
export type StoredModel = z.infer<typeof StoredModel>

/**
 * Creates a case for each path and stores the model with an existing or a new suite, in one transaction. 409 `stale` for a suite that already has
 * a model. `undoOperation` deletes the cases and the model again.
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
    ...retained,
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
  answer: z.object({ suite: z.object({ id: z.int(), title: z.string() }), data: z.nullable(StoredModel) }),
})

/**
 * Stores a new version of the model in one transaction: creates cases for new paths, and updates those whose generated content changed,
 * except fields that users edited. Cases of removed paths are deprecated or left unchanged; without the field Deprecated in the project
 * they are left unchanged. 409 `stale` if `version` differs from the stored one. `undoOperation` restores the previous version, as long as
 * no newer one was saved.
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
  body: z.object({
    operationId: z.uuid(),
    version: z.int(),
    obsolete: z.enum(['deprecate', 'leave']),
    ...retained,
    cases,
  }),
  answer: z.object({
    version: z.int(),
    created: z.int(),
    changed: z.int(),
    obsolete: z.int(),
    /** Number of cases in which a field was kept because users had edited it. */
    keptByHand: z.int(),
    operationId: z.uuid(),
  }),
})

/**
 * `proved`: a case with this transition passed, and none has failed since. `failing`: one failed, and none has passed since. `never`: no
 * case with it has passed or failed.
 */
export const TransitionProof = z.enum(['proved', 'failing', 'never'])
export type TransitionProof = z.infer<typeof TransitionProof>

/** Computed from the newest automated result of each case that passed or failed. Omits `never`. */
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
