/**
 * Tooltips: one element for the whole page, however many rows there are. Any element asks for one with `data-tip="words"`
 * (and `data-keys="Mod+K"`). A tooltip adds to a name, it never is the only place of a fact.
 */
import { useEffect, useRef, useState } from 'react'
import { keyWords } from './shortcuts.ts'
import { place } from './place.ts'
import styles from './tooltip.module.css'

const delayMs = 500

type Tip = { anchor: HTMLElement; words: string; keys: string | undefined }

/** Drawn once, by the shell. */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip | null>(null)
  const panel = useRef<HTMLDivElement>(null)

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
      if (event.pointerType !== 'touch') show(event.target, delayMs)
    }
    const onFocus = (event: FocusEvent) => {
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

  useEffect(() => {
    const own = panel.current
    if (own === null || tip === null) return
    own.showPopover()
    const at = tip.anchor.getBoundingClientRect()
    const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
    const side = tip.anchor.closest('[data-tips]')?.getAttribute('data-tips') === 'right' ? 'right' : 'top'
    const spot = place(at, { width: own.offsetWidth, height: own.offsetHeight }, view, {
      side,
      align: 'center',
      gap: 6,
    })
    own.style.left = `${spot.left}px`
    own.style.top = `${spot.top}px`
  }, [tip])

  if (tip === null) return null
  return (
    <div ref={panel} popover="manual" className={styles.tooltip} role="tooltip">
      {tip.words}
      {tip.keys !== undefined && <kbd>{keyWords(tip.keys)}</kbd>}
    </div>
  )
}
