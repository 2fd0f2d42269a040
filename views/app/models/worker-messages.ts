import type { CaseModel, ModelFormat, ModelOptions } from '../../../contract/cases/models.ts'
import type { FoundCases, Reading, SearchProgress } from '../../../machines/case-model.ts'
import type { RunnableModel } from '../../../machines/case-models/draft-model.ts'
import type { ModelLayout } from '../../../machines/case-models/layout.ts'

export type Ask =
  | { what: 'read'; format: ModelFormat; source: string }
  | { what: 'draw'; model: CaseModel }
  | { what: 'search'; model: RunnableModel; options: ModelOptions }

export type Answer =
  | { what: 'read'; reading: Reading }
  | { what: 'drawn'; layout: ModelLayout | null }
  | { what: 'progressed'; progress: SearchProgress }
  | { what: 'found'; result: FoundCases }
  | { what: 'failed'; message: string }
