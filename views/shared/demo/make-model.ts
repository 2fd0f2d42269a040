import type { FoundCases } from '../../../machines/models/case-model.machine.ts'
import { createCaseModel } from '../../../contract/models/models.ts'
import { readInWorker, searchInWorker } from '../../shared/models/worker-calls.ts'
import { inShop, type ShopWorld } from './shop-world.ts'
import { SHOP_MODEL } from './shop-model.ts'

/** Creates the suite with the model and the cases generated from it. */
export const makeModel = (world: ShopWorld, signal: AbortSignal): Promise<string> =>
  world.memory.once('model', async () => {
    const { title, source, options } = SHOP_MODEL
    const reading = await readInWorker('xstate', source, signal)
    if (!('read' in reading)) throw new Error(reading.problems[0]?.message ?? 'The model could not be read')
    const { model } = reading.read
    const { cases } = await new Promise<FoundCases>((resolve, reject) => {
      const stop = searchInWorker(model, options, (event) => {
        if (event.type === 'search/found') resolve(event.result)
        if (event.type === 'search/failed') reject(event.error as Error)
        if (event.type !== 'search/progressed') stop()
      })
      signal.addEventListener('abort', stop)
    })
    const operationId = await world.memory.once('model operation', () => crypto.randomUUID())
    const suite = { title, parentSuiteId: null }
    const body = { operationId, suite, format: 'xstate' as const, source, model, options, cases: [...cases] }
    await world.send(createCaseModel, { params: { projectKey: inShop(world).projectKey }, body })
    return 'made'
  })
