/**
 * Tabs. With `href` on every item they are links, and the address holds the open one (preferred). Otherwise they switch in place: render
 * the open part in `<TabPanel of={tabsId} tab={open}>`.
 */
import type { ReactNode } from 'react'
import { classNames } from '../browser/class-names.ts'
import { Count } from '../marks/count.tsx'
import { PlainLink } from '../controls/link.tsx'
import { useOverlays } from '../overlays/use-overlays.ts'
import styles from './tabs.module.css'

export type TabItem = { id: string; label: string; icon?: ReactNode; count?: number; href?: string }

export type TabsProps = {
  label: string
  items: readonly TabItem[]
  selected: string
  /** For tabs without URLs. */
  onSelect?: (id: string) => void
  /** Connects tabs with their panel; required with `onSelect`. */
  id?: string
  /** `line` below a page's header, `pill` in a panel's header. */
  look?: 'line' | 'pill'
  className?: string
}

export function Tabs({ label, items, selected, onSelect, id = 'tabs', look = 'line', className }: TabsProps) {
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
            <TabText item={item} />
          </PlainLink>
        ))}
      </nav>
    )

  return <TabsInPlace {...{ label, items, selected, onSelect, id, look, className }} />
}

export type TabsInPlaceProps = Required<
  Pick<TabsProps, 'label' | 'items' | 'selected' | 'onSelect' | 'id' | 'look'>
> & {
  className: string | undefined
}

function TabsInPlace(props: TabsInPlaceProps) {
  const overlays = useOverlays()
  if (overlays !== null) return <overlays.TabsPart {...props} />
  // The fallback keeps the space until the code has loaded.
  return (
    <div className={classNames(styles.tabs, props.className)} data-look={props.look}>
      {props.items.map((item) => (
        <span key={item.id} className={styles.tab} data-selected={item.id === props.selected || undefined}>
          <TabText item={item} />
        </span>
      ))}
    </div>
  )
}

export function TabText({ item }: { item: TabItem }) {
  return (
    <>
      {item.icon}
      {item.label}
      {item.count !== undefined && (
        <span className={styles.count}>
          <Count value={item.count} />
        </span>
      )}
    </>
  )
}

/** The open panel. `of` is the tabs' `id`, `tab` the selected item's. */
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
