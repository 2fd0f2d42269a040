import {
  cloneTestCases,
  deleteTestCases,
  moveTestCases,
  type Done,
  type Placement,
} from '../../contract/cases/operations.ts'
import { getAutomationStates, getPriorities } from '../../contract/settings/case-attributes.ts'
import { listTestCaseFields } from '../../contract/settings/test-case-fields.ts'
import type { Send } from '../http/http.ts'
import { inParts } from './in-parts.ts'

/** Where cases go. */
interface Target {
  suiteId: number
  at: Placement
}

/** Result of an operation's parts, and the id that undoes it. */
export interface Operation extends Done {
  operationId: string
}

/** In parts that are all undone together. */
const operation = async (
  ids: readonly number[],
  send: (part: { operationId: string; ids: number[] }) => Promise<{ data: Done }>,
): Promise<Operation> => {
  const operationId = crypto.randomUUID()
  return { operationId, ...(await inParts(ids, (part) => send({ operationId, ids: part }))) }
}

/** Moves cases in parts, in their order. */
export const moveCases = (send: Send, projectKey: string, ids: readonly number[], target: Target): Promise<Operation> =>
  inPlace(ids, target, (body) => send(moveTestCases, { params: { projectKey }, body }))

/** Clones cases in parts, in their order. */
export const cloneCases = (
  send: Send,
  projectKey: string,
  ids: readonly number[],
  target: Target,
): Promise<Operation> => inPlace(ids, target, (body) => send(cloneTestCases, { params: { projectKey }, body }))

/** Deletes cases in parts. */
export const deleteCases = (send: Send, projectKey: string, ids: readonly number[]): Promise<Operation> =>
  operation(ids, (body) => send(deleteTestCases, { params: { projectKey }, body }))

/** Reads the settings that values of cases refer to. */
export const definitionsOf = async (send: Send, projectKey: string) => {
  const params = { projectKey }
  const [priorities, automationStates, fields] = await Promise.all([
    send(getPriorities, { params }),
    send(getAutomationStates, { params }),
    send(listTestCaseFields, { params }),
  ])
  return { priorities: priorities.items, automationStates: automationStates.items, ...fields.data }
}

/** Each part goes behind the previous one, so that the order is kept. */
const inPlace = (
  ids: readonly number[],
  { suiteId: targetTestSuiteId, at }: Target,
  send: (
    part: { operationId: string; ids: number[]; targetTestSuiteId: number } & Placement,
  ) => Promise<{ data: Done }>,
): Promise<Operation> => {
  let next = at
  return operation(ids, async (part) => {
    const answer = await send({ ...part, targetTestSuiteId, ...next })
    const last = answer.data.successfullyProcessed.at(-1)
    if (last !== undefined && next.placementMode === 'AFTER_TEST_CASE')
      next = { placementMode: 'AFTER_TEST_CASE', testCaseIdToPlaceAfter: last }
    return answer
  })
}
