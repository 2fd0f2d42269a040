/** Makes the demo project, one part after the other. Loaded when somebody asks for it. */
import { createProject } from '../../../contract/projects.ts'
import type { FoundCases } from '../../../machines/case-model.ts'
import { ApiError } from '../../../services/api-error.ts'
import { createCaseModelsService } from '../../../services/case-models.ts'
import type { Send } from '../../../services/http.ts'
import { DEMO_MODELS, DEMO_OPTIONS, type DemoModel } from './demo-models.ts'
import { readInWorker, searchInWorker } from './worker-calls.ts'

/** Null: the project itself, in which the others stand. */
export type DemoPart = DemoModel | null
export const DEMO_PARTS: readonly DemoPart[] = [null, ...DEMO_MODELS]

const KEYS = ['DEMO', ...Array.from({ length: 8 }, (_, i) => `DEMO${i + 2}`)]

export const demoMaker = (send: Send) => {
  const models = createCaseModelsService(send)
  let key: string | null = null

  const makeProject = async (): Promise<void> => {
    for (const wanted of KEYS)
      try {
        const made = await send(createProject, { body: { name: 'Demo', key: wanted, publiclyAccessible: false } })
        key = made.key
        return
      } catch (error) {
        const isTaken = error instanceof ApiError && error.status === 409
        if (!isTaken || wanted === KEYS.at(-1)) throw error
      }
  }
  const makeSuite = async (projectKey: string, { title, source }: DemoModel, signal: AbortSignal): Promise<void> => {
    const reading = await readInWorker('xstate', source, signal)
    if (!('read' in reading)) throw new Error(reading.problems[0]?.message ?? 'The model could not be read')
    const { model } = reading.read
    const { cases } = await new Promise<FoundCases>((resolve, reject) => {
      const stop = searchInWorker(model, DEMO_OPTIONS, (event) => {
        if (event.type === 'search/found') resolve(event.result)
        if (event.type === 'search/failed') reject(event.error as Error)
        if (event.type !== 'search/progressed') stop()
      })
      signal.addEventListener('abort', stop)
    })
    await models.create(projectKey, {
      operationId: crypto.randomUUID(),
      suite: { title, parentSuiteId: null },
      format: 'xstate',
      source,
      model,
      options: DEMO_OPTIONS,
      cases: [...cases],
    })
  }
  return {
    /** Of the project, once it is there. */
    key: () => key,
    make: async (part: DemoPart, signal: AbortSignal): Promise<void> => {
      if (part === null) return makeProject()
      if (key === null) throw new Error('The project could not be created')
      return makeSuite(key, part, signal)
    },
  }
}
