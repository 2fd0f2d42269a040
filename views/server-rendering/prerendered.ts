/**
 * The page that the server has drawn into the document. It stays visible until the application has rendered the same page beside it, and is
 * then removed in the same frame, so that nothing shows twice.
 */
import { useEffect, useInsertionEffect, useLayoutEffect } from 'react'
import { leave, replay, restore, type LeftPage } from './replay.ts'

let show: (() => void) | null = null
let left: { drawn: LeftPage; place: HTMLElement } | null = null

/** The application's container: the root element, or a hidden one while the root still shows the server-drawn page. */
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
  // Waits for all effects of the page: listeners are attached in them, some after this one.
  if (drawn !== undefined && place !== undefined) queueMicrotask(() => replay(place, drawn))
}

/**
 * Replaces the server-drawn page by something other than that page: an error, the sign-in, another address. Recorded input was not meant
 * for it and is dropped. It moves into place before layout, because it has no size before.
 */
export function TakesPlace() {
  useInsertionEffect(takePlace, [])
  useEffect(() => void (left = null), [])
  return null
}

/** Replaces the server-drawn page by the same page: restores focus and scroll positions, and replays recorded input. */
export function TakesPlaceOfDrawn() {
  useInsertionEffect(takePlace, [])
  useLayoutEffect(goOn, [])
  useEffect(catchUp, [])
  return null
}
