/** An open tooltip. It describes its element, unless the text is the element's name. */
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import { useId, useLayoutEffect, useMemo } from 'react'
import { classNames } from '../browser/class-names.ts'
import { formatKeys } from '../controls/shortcuts.ts'
import type { Tip } from './tooltip.tsx'
import styles from './tooltip.module.css'

const nothing = () => undefined
/** The layer opens and closes it. */
const isOpen = { isOpen: true, shouldSkipAnimation: true, open: nothing, close: nothing }

export function TooltipPanel({ tip: { anchor, words, keys } }: { tip: Tip }) {
  const id = useId()
  const target = useMemo(() => ({ current: anchor }), [anchor])
  useLayoutEffect(() => {
    if (anchor.ariaLabel === words || anchor.textContent.trim() === words) return undefined
    const before = anchor.getAttribute('aria-describedby')
    anchor.setAttribute('aria-describedby', before === null ? id : `${before} ${id}`)
    return () => {
      if (before === null) anchor.removeAttribute('aria-describedby')
      else anchor.setAttribute('aria-describedby', before)
    }
  }, [anchor, words, id])
  return (
    <TooltipTriggerStateContext value={isOpen}>
      <Tooltip
        triggerRef={target}
        placement={anchor.closest('[data-tips]')?.getAttribute('data-tips') === 'right' ? 'right' : 'top'}
        offset={6}
        containerPadding={8}
        className={classNames(styles.tooltip)}
        render={(own) => <div {...own} id={id} />}
      >
        {words}
        {keys !== undefined && <kbd>{formatKeys(keys)}</kbd>}
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}
