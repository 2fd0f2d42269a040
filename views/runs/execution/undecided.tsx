/** Ways to resolve a rejected command, whose code loads with the first one: most runs have none. */
import { Later, later } from '../../ui/layout/later.tsx'
import type { UndecidedChoicesProps } from './undecided-choices.tsx'

const UndecidedChoices = later(() => import('./undecided-choices.tsx').then((m) => m.UndecidedChoices))

export function Undecided(props: UndecidedChoicesProps) {
  return (
    <Later>
      <UndecidedChoices {...props} />
    </Later>
  )
}
