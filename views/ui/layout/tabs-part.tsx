/** Tabs that switch in place. TabPanel renders their panel. */
import { Tab, TabList, Tabs } from 'react-aria-components/Tabs'
import type { ComponentProps } from 'react'
import { classNames } from '../browser/class-names.ts'
import { TabText } from './tabs.tsx'
import type { TabsInPlaceProps } from './tabs.tsx'
import styles from './tabs.module.css'

export function TabsPart({ label, items, selected, onSelect, id, look, className }: TabsInPlaceProps) {
  return (
    <Tabs
      className={classNames(styles.whole)}
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(String(key))}
    >
      <TabList aria-label={label} className={classNames(styles.tabs, className)} data-look={look}>
        {items.map((item) => (
          <Tab
            key={item.id}
            id={item.id}
            className={classNames(styles.tab)}
            render={(own) => (
              <div
                {...(own as ComponentProps<'div'>)}
                id={`${id}-tab-${item.id}`}
                aria-controls={item.id === selected ? `${id}-panel` : undefined}
              />
            )}
          >
            <TabText item={item} />
          </Tab>
        ))}
      </TabList>
    </Tabs>
  )
}
