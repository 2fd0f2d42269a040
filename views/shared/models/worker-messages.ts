import type { CaseModel, ModelFormat, ModelOptions } from '../../../contract/models/models.ts'
import type { Reading, SearchProgress } from '../../../machines/models/case-model.machine.ts'
import type { FoundCases } from '../../../machines/models/chosen-cases.ts'
import type { RunnableModel } from '../../../machines/models/draft-model.ts'
import type { ModelLayout } from '../../../machines/models/layout.ts'

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
