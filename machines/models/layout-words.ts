import type { ModelTransition } from '../../contract/models/models.ts'
import { cut } from './cut.ts'
import { happeningOf, inWords } from './suggest.ts'

const LABEL_MOST = 28

/** 'pay [in stock]': what stands on a line of a diagram. Apart from the layout, whose library only the worker needs. */
export const labelOf = (transition: Pick<ModelTransition, 'kind' | 'event' | 'guard'>): string => {
  const happening = cut(happeningOf(transition), LABEL_MOST)
  return transition.guard === '' ? happening : `${happening} [${cut(inWords(transition.guard), LABEL_MOST)}]`
}
