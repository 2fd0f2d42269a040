/** A list to pick from, with or without a search above it: arrows move through its options, Enter picks. */
import type { KeyboardEvent, ReactNode } from 'react'

const OPTIONS = 'li > button, input[type=checkbox]'

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Options are the buttons of list items and checkboxes, in their order. Enter in the search picks the first of them. */
export function PickList({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const options = [...event.currentTarget.querySelectorAll<HTMLElement>(OPTIONS)]
    const at = options.indexOf(event.target as HTMLElement)
    const isSearch = (event.target as HTMLElement).matches('input:not([type=checkbox])')
    const step = STEPS[event.key]
    // Home and End move the cursor of a search.
    const isOfCursor = isSearch && (event.key === 'Home' || event.key === 'End')
    if (step !== undefined && options.length > 0 && !isOfCursor) options[step(at, options.length)]?.focus()
    else if (event.key === 'Enter' && isSearch) options[0]?.click()
    else if (event.key === 'Enter' && at !== -1 && options[at]?.matches('input')) options[at]?.click()
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of what is within
    <div className={className} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}
