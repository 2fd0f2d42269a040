/** Sortable lists of the gallery. */
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { Menu } from './menu.tsx'
import { MoveItems, SortableGrip, sortableRow } from './sorting/sortable-grip.tsx'
import { SortableList, SortableLists } from './sorting/sortable-list.tsx'
import type { Move } from './sorting/sorting.ts'
import styles from './gallery.module.css'

export function OrderedLists() {
  const [orders, setOrders] = useState({
    General: ['Description', 'Steps', 'Attachments'],
    Properties: ['Priority', 'Browser'],
    'Without a tab': [] as string[],
  })
  const move = ({ id, list, index }: Move) =>
    setOrders((before) => {
      const without = Object.entries(before).map(([name, ids]) => [name, ids.filter((each) => each !== id)] as const)
      return Object.fromEntries(
        without.map(([name, ids]) => [name, name === list ? ids.toSpliced(index, 0, id) : ids]),
      ) as typeof before
    })
  const lists = Object.entries(orders).map(([id, ids]) => ({ id, label: id, ids, fixed: id === 'General' ? 1 : 0 }))
  return (
    <SortableLists
      {...{ lists }}
      nameOf={(id) => id}
      onMove={move}
      renderLifted={(id) => <div className={styles.row}>{id}</div>}
    >
      {lists.map(({ id: list, ids, fixed }) => (
        <div key={list}>
          {list}
          <SortableList of={list} className={styles.ordered}>
            {ids.map((id, place) => (
              <div key={id} {...sortableRow(id)} className={styles.row}>
                {place < fixed ? <span /> : <SortableGrip id={id} />}
                <span className={styles.grow}>{id}</span>
                <Menu
                  label={`Actions for ${id}`}
                  trigger={
                    <IconButton label={`Actions for ${id}`} size="sm">
                      <Ellipsis aria-hidden />
                    </IconButton>
                  }
                >
                  <MoveItems id={id} />
                </Menu>
              </div>
            ))}
          </SortableList>
        </div>
      ))}
    </SortableLists>
  )
}
