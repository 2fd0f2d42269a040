/**
 * The page as the server has drawn it into the document: shown until the application has as much to show, and then gone in the same
 * moment. The application draws beside the document meanwhile, so that nothing is there twice.
 */
import { useEffect, useInsertionEffect, useLayoutEffect } from 'react'
import { leave, replay, restore, type LeftPage } from './replay.ts'

let show: (() => void) | null = null
let left: { drawn: LeftPage; place: HTMLElement } | null = null

/** Where the application draws: the root itself, or, while that holds what the server has drawn, what is going to replace it. */
export const placeOf = (root: HTMLElement): HTMLElement => {
  delete document.documentElement.dataset['prerendering']
  if (!root.hasChildNodes()) return root
  const own = document.createElement('div')
  own.id = root.id
  show = () => {
    left = { drawn: leave(root), place: own }
    root.replaceWith(own)
  }
  return own
}

const takePlace = () => {
  show?.()
  show = null
}
const goOn = () => {
  if (left !== null) restore(left.place, left.drawn)
}
const catchUp = () => {
  const { drawn, place } = left ?? {}
  left = null
  // Not before all of the page listens: effects that come after this one belong to it.
  if (drawn !== undefined && place !== undefined) queueMicrotask(() => replay(place, drawn))
}

/**
 * What is drawn with this is what came of the page that the document was opened for: an error, the sign-in, another address. What
 * people did to that page meanwhile was not meant for this one. It is in its place before anything of it is laid out: only there has it
 * a size.
 */
export function TakesPlace() {
  useInsertionEffect(takePlace, [])
  useEffect(() => void (left = null), [])
  return null
}

/** The same for the page itself: it goes on from where people left the drawn one, and does what they asked of that. */
export function TakesPlaceOfDrawn() {
  useInsertionEffect(takePlace, [])
  useLayoutEffect(goOn, [])
  useEffect(catchUp, [])
  return null
}
