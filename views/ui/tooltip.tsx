/**
 * Tooltips: one element for the whole page, however many rows there are. Any element asks for one with `data-tip="words"`
 * (and `data-keys="Mod+K"`). A tooltip adds to a name, it never is the only place of a fact.
 */
import { useEffect, useState } from 'react'
import { loadOverlays, useOverlays } from './use-overlays.ts'

const delayMs = 500

export type Tip = { anchor: HTMLElement; words: string; keys: string | undefined }

/** What shows a tooltip or opens something has its code by the time it is wanted. */
const fetchFor = (target: EventTarget | null) => {
  // What cannot be had now is asked for again when it is opened, and missed then.
  if (target instanceof Element && target.closest('[data-tip], [aria-haspopup]') !== null)
    loadOverlays().catch(() => undefined)
}

/** Drawn once, by the shell. */
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
      const isNeighbour = shown !== null // once one is open, the next comes at once
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
