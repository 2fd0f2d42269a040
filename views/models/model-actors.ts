/** Connects the flow to the worker and the server. */
import { fromCallback, fromPromise } from 'xstate'
import { z } from 'zod/mini'
import { ERROR_CODES } from '../../contract/errors.ts'
import {
  ModelFormat,
  ModelOptions,
  getCaseModel,
  updateCaseModel,
  createCaseModel,
} from '../../contract/models/models.ts'
import {
  caseModelFlow,
  type Acceptance,
  type Accepted,
  type CaseModelEvent,
  type OpenedModel,
  type OpenInput,
  type Reading,
} from '../../machines/models/case-model.machine.ts'
import type { ModelDraft } from '../../machines/models/chosen-cases.ts'
import type { RunnableModel } from '../../machines/models/draft-model.ts'
import { ApiError } from '../../services/http/api-error.ts'
import type { Send } from '../../services/http/http.ts'
import { newsActor, type Follow } from '../application/context.tsx'
import type { DraftKeeper } from '../shared/forms/form-drafts.ts'
import { formatCount } from '../ui/text/figures.ts'
import { drawInWorker, readInWorker, searchInWorker } from '../shared/models/worker-calls.ts'

const Draft = z.object({
  format: ModelFormat,
  source: z.string(),
  options: ModelOptions,
  version: z.optional(z.nullable(z.int())),
})

const draftIn = async (keeper: DraftKeeper): Promise<ModelDraft | null> =>
  Draft.safeParse(await keeper.load()).data ?? null

export const flowIn = (send: Send, projectKey: string, keeper: DraftKeeper, follow: Follow) =>
  caseModelFlow.provide({
    actors: {
      open: fromPromise<OpenedModel, OpenInput>(async ({ input: { suiteId, withDraft }, signal }) => {
        const loadDraft = withDraft ? draftIn(keeper) : null
        if (suiteId === null) return { suite: null, kept: null, layout: null, draft: await loadDraft }
        const { suite, data: kept } = await send(getCaseModel, { params: { projectKey, suiteId }, signal })
        const layout = kept === null ? null : await drawInWorker(kept.model, signal)
        return { suite, kept, layout, draft: await loadDraft }
      }),
      read: fromPromise<Reading, { format: ModelFormat; source: string }>(({ input, signal }) =>
        readInWorker(input.format, input.source, signal),
      ),
      search: fromCallback<CaseModelEvent, { model: RunnableModel; options: ModelOptions }>(({ input, sendBack }) =>
        searchInWorker(input.model, input.options, sendBack),
      ),
      accept: fromPromise<Accepted | null, Acceptance>(({ input }) =>
        accept(send, projectKey, input).catch((error: unknown) => {
          if (error instanceof ApiError && error.code === ERROR_CODES.stale) return null
          throw error
        }),
      ),
      news: newsActor(follow, { type: 'model/refresh' }),
    },
  })

const accept = async (
  send: Send,
  projectKey: string,
  { suite, target, version, obsolete, cases, ...model }: Acceptance,
): Promise<Accepted> => {
  const operationId = crypto.randomUUID()
  if (version !== null && suite !== null) {
    const body = { operationId, version, obsolete, ...model, cases: [...cases] }
    const done = await send(updateCaseModel, { params: { projectKey, suiteId: suite.id }, body })
    const parts = [
      formatCount(done.created, 'case is new', 'cases are new'),
      `${done.changed} changed`,
      `${done.obsolete} obsolete`,
      ...(done.keptByHand > 0 ? [`${done.keptByHand} kept with manual edits`] : []),
    ]
    return { suiteId: suite.id, words: `Version ${done.version} was saved: ${parts.join(', ')}`, operationId }
  }
  const into = target ?? (suite === null ? { title: '', parentSuiteId: null } : { id: suite.id })
  const { suiteId, created } = await send(createCaseModel, {
    params: { projectKey },
    body: {
      operationId,
      suite: into,
      ...model,
      cases: [...cases],
    },
  })
  return { suiteId, words: formatCount(created, 'test case was created', 'test cases were created'), operationId }
}
