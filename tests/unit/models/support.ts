import type { ModelFormat, ModelOptions } from '../../../contract/models/models.ts'
import type { RunnableModel } from '../../../machines/models/draft-model.ts'
import type { Watch } from '../../../machines/models/positions.ts'
import { readModel } from '../../../machines/models/read-model.ts'
import { DEFAULT_OPTIONS, searchPaths } from '../../../machines/models/search.ts'

/** The model of a readable source. */
export const modelOf = (source: string, format: ModelFormat = 'xstate'): RunnableModel => {
  const reading = readModel(format, source)
  if (reading.model === null) throw new Error(JSON.stringify(reading.problems))
  return reading.model
}

/** The rejection of a source, as 'line:column message'. */
export const refusalOf = (source: string, format: ModelFormat = 'xstate'): string => {
  const reading = readModel(format, source)
  if (reading.model !== null) throw new Error('it was read')
  return reading.problems.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n')
}

export const PATIENT: Watch = { isOver: () => false, progress: () => undefined }

export const searched = (model: RunnableModel, options: Partial<ModelOptions> = {}, watch: Watch = PATIENT) =>
  searchPaths(model, { ...DEFAULT_OPTIONS, maxPaths: 500, ...options }, watch)
