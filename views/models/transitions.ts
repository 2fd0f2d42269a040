import type { CaseModel, ModelTransition, TransitionProof } from '../../contract/models/models.ts'
import { ROOT } from '../../machines/models/draft-model.ts'
import { labelOf } from '../../machines/models/layout-text.ts'
import { spelledOut } from '../../machines/models/suggest.ts'

/** How a transition is marked: by results, or by whether a chosen case takes it. */
export type Mark = TransitionProof | 'taken' | 'left'

export const MARK_LABELS: Record<Mark, string> = {
  proved: 'Proved',
  failing: 'Failing',
  never: 'Never run',
  taken: 'Taken',
  left: 'Not taken',
}

/** Describes a transition in words, for the table and screen readers. */
export interface TransitionRow {
  id: string
  from: string
  happening: string
  to: string
  mark: Mark | null
}

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

export const stateNames = ({ states }: CaseModel): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  // Child states come after their parent.
  for (const { id, name, parentId } of states) {
    const above = parentId === null || parentId === ROOT ? '' : `${names.get(parentId) ?? ''} › `
    names.set(id, id === ROOT ? 'Anywhere' : above + capital(spelledOut(name)))
  }
  return names
}

export const rowsOf = (model: CaseModel, marks: ReadonlyMap<string, Mark>): TransitionRow[] => {
  const names = stateNames(model)
  const to = ({ targetIds }: ModelTransition): string =>
    targetIds.length === 0 ? 'It stays' : targetIds.map((id) => names.get(id) ?? id).join(', ')
  return model.transitions.map((transition) => ({
    id: transition.id,
    from: names.get(transition.sourceId) ?? transition.sourceId,
    happening: capital(labelOf(transition)),
    to: to(transition),
    mark: marks.get(transition.id) ?? null,
  }))
}
