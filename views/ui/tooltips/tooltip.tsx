/**
 * Tooltips: one element for the whole page. Any element has one with `data-tip="text"` (and `data-keys="Mod+K"`). A tooltip supplements an
 * accessible name; it is never the only place of a fact.
 */
import { useEffect, useState } from 'react'
import { loadOverlays, useOverlays } from '../overlays/use-overlays.ts'

const delayMs = 500

export type Tip = { anchor: HTMLElement; words: string; keys: string | undefined }

/** Loads the overlay code ahead for elements with a tooltip or a popup. */
const fetchFor = (target: EventTarget | null) => {
  // A failed load is retried when the overlay opens.
  if (target instanceof Element && target.closest('[data-tip], [aria-haspopup]') !== null)
    loadOverlays().catch(() => undefined)
}

/** Rendered once, by the shell. */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip | null>(null)

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    let shown: HTMLElement | null = null
    const hide = () => {
      clearTimeout(waiting)
      shown = null
      setTip(null)
    }
    const show = (target: EventTarget | null, wait: number) => {
      const anchor = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
      if (anchor === shown) return
      const isNeighbour = shown !== null // after one tooltip, the next opens without delay
      hide()
      const words = anchor?.dataset['tip']
      if (anchor === null || words === undefined || words === '' || anchor.ariaExpanded === 'true') return
      shown = anchor
      const keys = anchor.dataset['keys']
      waiting = setTimeout(() => setTip({ anchor, words, keys }), isNeighbour ? 0 : wait)
    }
    const onOver = (event: PointerEvent) => {
      fetchFor(event.target)
      if (event.pointerType !== 'touch') show(event.target, delayMs)
    }
    const onFocus = (event: FocusEvent) => {
      fetchFor(event.target)
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event.target, 0)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide()
    }
    document.addEventListener('pointerover', onOver)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', hide)
    document.addEventListener('pointerdown', hide, true)
    document.addEventListener('scroll', hide, { capture: true, passive: true })
    document.addEventListener('keydown', onKey, true)
    document.documentElement.addEventListener('pointerleave', hide)
    return () => {
      clearTimeout(waiting)
      document.removeEventListener('pointerover', onOver)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('pointerdown', hide, true)
      document.removeEventListener('scroll', hide, { capture: true })
      document.removeEventListener('keydown', onKey, true)
      document.documentElement.removeEventListener('pointerleave', hide)
    }
  }, [])

  return tip && <OpenTooltip tip={tip} />
}

function OpenTooltip({ tip }: { tip: Tip }) {
  const overlays = useOverlays()
  return overlays && <overlays.TooltipPanel tip={tip} key={tip.words} />
}
