/** Rejected commands, whose code loads with the first one: most sessions have none. */
import type { Refused } from '../../../store/projections/exploratory-shown.ts'
import { Later, later } from '../../ui/layout/later.tsx'
import type { StoryProps } from './story.tsx'

const Story = later(() => import('./story.tsx').then((m) => m.Story))

export function Stories({ refused, ...props }: Omit<StoryProps, 'refused'> & { refused: readonly Refused[] }) {
  if (refused.length === 0) return null
  return (
    <Later>
      {refused.map((one) => (
        <Story key={one.key} refused={one} {...props} />
      ))}
    </Later>
  )
}
