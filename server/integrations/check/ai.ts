import { z } from 'zod/mini'
import { CHECK_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import { bearer, CheckFailure, readAnswer, type Check } from './system.ts'

const Models = z.object({ data: z.array(z.object({ id: z.string() })) })

export const checkAi: Check = async (system) => {
  const [token, model] = [system.value('token'), system.value('model')]
  const answer = await system.ask(`${system.address('url')}/models`, { headers: token === '' ? {} : bearer(token) })
  const { data } = readAnswer(system, answer, Models)
  // Ollama lists `llama3:latest` for the model llama3.
  if (!data.some(({ id }) => id === model || id.startsWith(`${model}:`)))
    throw new CheckFailure(CHECK_TEXTS.modelUnknown(model))
  return null
}
