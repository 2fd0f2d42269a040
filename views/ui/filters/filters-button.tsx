import { ListFilter } from 'lucide-react'
import { Button } from '../controls/button.tsx'

/** Opens the dialog of filters on narrow pages. `active`: the number of filters in force. */
export function FiltersButton({ active, onClick }: { active: number; onClick: () => void }) {
  return (
    <Button icon={<ListFilter aria-hidden />} aria-label={`Filters, ${active} in force`} onClick={onClick}>
      {active > 0 && active}
    </Button>
  )
}
