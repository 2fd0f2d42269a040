/** What the demo project is made of: the product's own machines, as they run. Nothing of them is copied. */
import { bulkWizard } from '../../../machines/bulk-wizard.ts'
import { caseModelFlow } from '../../../machines/case-model.ts'
import { DEFAULT_OPTIONS } from '../../../machines/case-models/search.ts'
import { heldEditor } from '../../../machines/held-editor.ts'
import { launchesPage } from '../../../machines/launches-list.ts'
import { sessionMachine } from '../../../machines/session.ts'

export interface DemoModel {
  title: string
  /** Its configuration as JSON; functions are left out, for nothing of a model is run. */
  source: string
}

const modelOf = (title: string, { config }: { config: unknown }): DemoModel => ({
  title,
  source: JSON.stringify(config, null, 2),
})

/** States and transitions are the same whatever is edited: rules are functions, and none of a model is run. */
const anyList: Parameters<typeof heldEditor>[0] = {
  fields: ['name'],
  validate: () => [],
  staleOf: () => null,
  faultsOf: () => [],
}

export const DEMO_MODELS: readonly DemoModel[] = [
  modelOf('Sign-in and session', sessionMachine),
  modelOf('List of launches', launchesPage),
  modelOf('Bulk actions', bulkWizard),
  modelOf('Cases from a model', caseModelFlow),
  modelOf('Held until Save', heldEditor(anyList)),
]

/** Cases that somebody would go through by hand. */
export const DEMO_OPTIONS = { ...DEFAULT_OPTIONS, maxLength: 12 }
