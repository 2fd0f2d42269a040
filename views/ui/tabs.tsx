/**
 * Tabs: parts of one page. With `href` on every item they are links, and the address says which is open (prefer that).
 * Without, they switch in place: render the open part in `<TabPanel of={tabsId} tab={open}>`.
 */
import { useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Count } from './count.tsx'
import { PlainLink } from './link.tsx'
import styles from './tabs.module.css'

export type TabItem = { id: string; label: string; count?: number; href?: string }

export type TabsProps = {
  label: string
  items: readonly TabItem[]
  selected: string
  /** For tabs without addresses. */
  onSelect?: (id: string) => void
  /** Ties tabs to their panel; needed with `onSelect`. */
  id?: string
  /** `line` under a page's head, `pill` inside a panel's head. */
  look?: 'line' | 'pill'
  className?: string
}

export function Tabs({ label, items, selected, onSelect, id = 'tabs', look = 'line', className }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const content = (item: TabItem) => (
    <>
      {item.label}
      {item.count !== undefined && (
        <span className={styles.count}>
          <Count value={item.count} />
        </span>
      )}
    </>
  )
  if (onSelect === undefined)
    return (
      <nav aria-label={label} className={classNames(styles.tabs, className)} data-look={look}>
        {items.map((item) => (
          <PlainLink
            key={item.id}
            href={item.href ?? '#'}
            className={styles.tab}
            aria-current={item.id === selected ? 'page' : undefined}
          >
            {content(item)}
          </PlainLink>
        ))}
      </nav>
    )

  const onKeyDown = (event: KeyboardEvent) => {
    const now = items.findIndex((item) => item.id === selected)
    const to = {
      ArrowRight: (now + 1) % items.length,
      ArrowLeft: (now - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    }[event.key]
    const item = to === undefined ? undefined : items[to]
    if (item === undefined) return
    event.preventDefault()
    onSelect(item.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(item.id)}"]`)?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      className={classNames(styles.tabs, className)}
      data-look={look}
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="tab"
          id={`${id}-tab-${item.id}`}
          data-tab={item.id}
          className={styles.tab}
          aria-selected={item.id === selected}
          aria-controls={item.id === selected ? `${id}-panel` : undefined}
          tabIndex={item.id === selected ? 0 : -1}
          onClick={() => onSelect(item.id)}
        >
          {content(item)}
        </button>
      ))}
    </div>
  )
}

/** The open part. `of` is the tabs' `id`, `tab` the selected item's. */
export function TabPanel({
  of = 'tabs',
  tab,
  className,
  children,
}: {
  of?: string
  tab: string
  className?: string
  children: ReactNode
}) {
  return (
    <div role="tabpanel" id={`${of}-panel`} aria-labelledby={`${of}-tab-${tab}`} className={className}>
      {children}
    </div>
  )
}
