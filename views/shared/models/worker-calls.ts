import type { CaseModel, ModelFormat, ModelOptions } from '../../../contract/models/models.ts'
import type { CaseModelEvent, Reading } from '../../../machines/models/case-model.machine.ts'
import type { RunnableModel } from '../../../machines/models/draft-model.ts'
import type { ModelLayout } from '../../../machines/models/layout.ts'
import type { Answer, Ask } from './worker-messages.ts'

const start = () => new Worker(new URL('./model-worker.ts', import.meta.url), { type: 'module' })

/** Enough for the largest accepted model. */
const LONGEST_MS = 20_000

/** Calls a new worker, which terminates with the answer, on `signal`, or on timeout. */
const ask = (wanted: Ask, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const worker = start()
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.terminate()
      settle()
    }
    const fail = (message: string) => end(() => reject(new Error(message)))
    const timer = setTimeout(() => fail('Reading the model took too long'), LONGEST_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) =>
      data.what === 'failed' ? fail(data.message) : end(() => resolve(data)),
    )
    worker.addEventListener('error', () => fail('This browser could not read the model'))
    signal.addEventListener('abort', () => fail('Nobody waits for it any more'))
    worker.postMessage(wanted)
  })

export const readInWorker = async (format: ModelFormat, source: string, signal: AbortSignal): Promise<Reading> => {
  const answer = await ask({ what: 'read', format, source }, signal)
  return answer.what === 'read' ? answer.reading : { problems: [] }
}

export const drawInWorker = async (model: CaseModel, signal: AbortSignal): Promise<ModelLayout | null> => {
  const answer = await ask({ what: 'draw', model }, signal)
  return answer.what === 'drawn' ? answer.layout : null
}

/** Reports progress; the returned function unsubscribes. */
export const searchInWorker = (
  model: RunnableModel,
  options: ModelOptions,
  send: (event: CaseModelEvent) => void,
): (() => void) => {
  const worker = start()
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (data.what === 'progressed') send({ type: 'search/progressed', progress: data.progress })
    if (data.what === 'found') send({ type: 'search/found', result: data.result })
    if (data.what === 'failed') send({ type: 'search/failed', error: new Error(data.message) })
  })
  worker.addEventListener('error', () =>
    send({ type: 'search/failed', error: new Error('The search stopped before it finished') }),
  )
  worker.postMessage({ what: 'search', model, options } satisfies Ask)
  return () => worker.terminate()
}
