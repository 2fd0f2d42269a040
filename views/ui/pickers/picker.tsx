/**
 * A list to pick from, searched where it is long: for popovers and dialogs. Arrows move and Enter picks, also from the search field.
 * For a few values without search use Select, for a field with chips ChipsField.
 */
import type { ReactNode } from 'react'
import { useOverlays } from '../use-overlays.ts'

export type PickId = string | number

export interface PickOption<Id extends PickId> {
  id: Id
  label: string
  /** Beside it in grey: a key, an e-mail address. The search finds it, too. */
  aside?: string | undefined
  icon?: ReactNode
}

/** A search that the server answers: what `useSearch` returns. */
export interface RemoteSearch {
  q: string
  /** The options answer an earlier question. */
  isWaiting: boolean
  hasMore: boolean
  failure: string | null
  onType: (q: string) => void
  onSubmit: () => void
  onRetry: () => void
}

export interface PickerProps<Id extends PickId> {
  label: string
  /** Names the search field. */
  searchLabel: string
  /** Null while they load. */
  options: readonly PickOption<Id>[] | null
  chosen: readonly Id[]
  onChange: (chosen: Id[]) => void
  isMultiple?: boolean
  /** Picking the chosen option again takes the choice back. */
  canBeNone?: boolean
  /** Left out: the options are searched here. */
  remote?: RemoteSearch
  /** True: also a short list has a search. */
  isSearched?: boolean
  /** Words for no options at all, and for none that match. */
  none?: string
  noMatch?: string
  autoFocus?: boolean
  className?: string | undefined
}

export function Picker<Id extends PickId>(props: PickerProps<Id>) {
  const overlays = useOverlays()
  return overlays && <overlays.PickerPart {...props} />
}

/** How an option is drawn, also on the button that shows it as chosen. */
export function OptionWords({ option: { label, aside, icon } }: { option: PickOption<PickId> }) {
  return (
    <>
      {icon}
      <span data-label>{label}</span> {aside !== undefined && <span data-aside>{aside}</span>}
    </>
  )
}

/** Every typed word is part of the option's. */
export const isCalled = ({ label, aside = '' }: PickOption<PickId>, q: string): boolean => {
  const words = `${label} ${aside}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}
