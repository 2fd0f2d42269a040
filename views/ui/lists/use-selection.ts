import { useState } from 'react'

export interface Selection {
  selected: ReadonlySet<number>
  onSelect: (ids: ReadonlySet<number>) => void
  clear: () => void
}

const NONE: ReadonlySet<number> = new Set()

/** The selected rows of a list. Rows that are no longer listed are deselected. */
export function useSelection(rows: readonly { id: number }[]): Selection {
  const [selected, onSelect] = useState(NONE)
  const listed = rows.filter(({ id }) => selected.has(id))
  if (listed.length < selected.size) onSelect(new Set(listed.map(({ id }) => id)))
  return { selected, onSelect, clear: () => onSelect(NONE) }
}
