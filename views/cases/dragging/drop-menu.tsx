import { useSelector } from '@xstate/react'
import { MenuItem } from '../../ui/menu.tsx'
import { PointMenu } from '../../ui/point-menu.tsx'
import type { DropRef } from './dragging.tsx'

/** Asked where cases fall (DND-03). */
export function DropMenu({ drop }: { drop: DropRef }) {
  const at = useSelector(drop, (state) => (state.matches('asking') ? state.context.at : null))
  if (at === null) return null
  return (
    <PointMenu label="Put here" at={at} onClose={() => drop.send({ type: 'menu/cancelled' })}>
      <MenuItem onSelect={() => drop.send({ type: 'menu/chosen', mode: 'clone' })}>Clone here</MenuItem>
      <MenuItem onSelect={() => drop.send({ type: 'menu/chosen', mode: 'move' })}>Move here</MenuItem>
      <MenuItem onSelect={() => drop.send({ type: 'menu/cancelled' })}>Cancel</MenuItem>
    </PointMenu>
  )
}
