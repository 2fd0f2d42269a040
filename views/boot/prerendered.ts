/**
 * The page as the server has drawn it into the document: shown until the application has as much to show, and then gone in the same
 * moment. The application draws beside the document meanwhile, so that nothing is there twice.
 */
import { useInsertionEffect } from 'react'

let show: (() => void) | null = null

/** Where the application draws: the root itself, or, while that holds what the server has drawn, what is going to replace it. */
export const placeOf = (root: HTMLElement): HTMLElement => {
  delete document.documentElement.dataset['prerendering']
  if (!root.hasChildNodes()) return root
  const own = document.createElement('div')
  own.id = root.id
  show = () => root.replaceWith(own)
  return own
}

const takePlace = () => {
  show?.()
  show = null
}

/**
 * What is drawn with this is what the document was opened for, or what came of it: an error, the sign-in, another address. It is in its
 * place before anything of it is laid out: only there has it a size.
 */
export function TakesPlace() {
  useInsertionEffect(takePlace, [])
  return null
}
