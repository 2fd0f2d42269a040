/** Joins the flow with the worker and the server. */
import { fromCallback, fromPromise } from 'xstate'
import type { CaseModel, ModelFormat, ModelOptions } from '../../../contract/cases/models.ts'
import {
  caseModelFlow,
  type Acceptance,
  type Accepted,
  type CaseModelEvent,
  type OpenedModel,
  type Reading,
} from '../../../machines/case-model.ts'
import type { CaseModelsService } from '../../../services/case-models.ts'
import { countWords } from '../words.ts'
import { drawInWorker, readInWorker, searchInWorker } from '../../app/models/worker-calls.ts'

export const flowIn = (models: CaseModelsService, projectKey: string) =>
  caseModelFlow.provide({
    actors: {
      open: fromPromise<OpenedModel, { suiteId: number | null }>(async ({ input: { suiteId }, signal }) => {
        if (suiteId === null) return { suite: null, kept: null, layout: null }
        const { suite, data: kept } = await models.get(projectKey, suiteId, signal)
        return { suite, kept, layout: kept === null ? null : await drawInWorker(kept.model, signal) }
      }),
      read: fromPromise<Reading, { format: ModelFormat; source: string }>(({ input, signal }) =>
        readInWorker(input.format, input.source, signal),
      ),
      search: fromCallback<CaseModelEvent, { model: CaseModel; options: ModelOptions }>(({ input, sendBack }) =>
        searchInWorker(input.model, input.options, sendBack),
      ),
      accept: fromPromise<Accepted, Acceptance>(({ input }) => accept(models, projectKey, input)),
    },
  })

const accept = async (
  models: CaseModelsService,
  projectKey: string,
  { suite, target, version, obsolete, cases, ...model }: Acceptance,
): Promise<Accepted> => {
  if (version !== null && suite !== null) {
    const done = await models.update(projectKey, suite.id, { version, obsolete, ...model, cases: [...cases] })
    const parts = [
      countWords(done.created, 'case is new', 'cases are new'),
      `${done.changed} changed`,
      `${done.obsolete} obsolete`,
      ...(done.keptByHand > 0 ? [`${done.keptByHand} kept as people wrote them`] : []),
    ]
    return { suiteId: suite.id, words: `Version ${done.version} was saved: ${parts.join(', ')}`, operationId: null }
  }
  const operationId = crypto.randomUUID()
  const into = target ?? (suite === null ? { title: '', parentSuiteId: null } : { id: suite.id })
  const { suiteId, created } = await models.create(projectKey, {
    operationId,
    suite: into,
    ...model,
    cases: [...cases],
  })
  return { suiteId, words: countWords(created, 'test case was created', 'test cases were created'), operationId }
}
