import type { ModelTransition } from '../../contract/models/models.ts'
import { cut } from './cut.ts'
import { happeningOf, spelledOut } from './suggest.ts'

const MAX_LABEL = 28

/** Label of a transition in a diagram: 'pay [in stock]'. Separate from the layout, whose library only the worker loads. */
export const labelOf = (transition: Pick<ModelTransition, 'kind' | 'event' | 'guard'>): string => {
  const happening = cut(happeningOf(transition), MAX_LABEL)
  return transition.guard === '' ? happening : `${happening} [${cut(spelledOut(transition.guard), MAX_LABEL)}]`
}
