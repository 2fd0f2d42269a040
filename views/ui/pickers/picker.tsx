/**
 * A list to pick from, with a search when it is long, for popovers and dialogs. Arrows move and Enter picks, also from the search field.
 * For few values use Select, for chips ChipsField.
 */
import type { ReactNode } from 'react'
import { useOverlays } from '../overlays/use-overlays.ts'

export type PickId = string | number

export interface PickOption<Id extends PickId> {
  id: Id
  label: string
  /** Secondary text: a key, an e-mail address. Searched too. */
  aside?: string | undefined
  icon?: ReactNode
}

/** Server search, as returned by `useSearch`. */
export interface RemoteSearch {
  q: string
  /** Whether the options belong to an earlier query. */
  isWaiting: boolean
  hasMore: boolean
  failure: string | null
  onType: (q: string) => void
  onSubmit: () => void
  onRetry: () => void
}

export interface PickerProps<Id extends PickId> {
  label: string
  /** Accessible name of the search field. */
  searchLabel: string
  /** Null while loading. */
  options: readonly PickOption<Id>[] | null
  chosen: readonly Id[]
  onChange: (chosen: Id[]) => void
  isMultiple?: boolean
  /** Picking the chosen option again clears the choice. */
  canBeNone?: boolean
  /** Left out: options are filtered here. */
  remote?: RemoteSearch
  /** Shows a search also for a short list. */
  isSearched?: boolean
  /** Texts for no options, and for no matches. */
  none?: string
  noMatch?: string
  autoFocus?: boolean
  className?: string | undefined
}

export function Picker<Id extends PickId>(props: PickerProps<Id>) {
  const overlays = useOverlays()
  return overlays && <overlays.PickerPart {...props} />
}

/** Renders an option, in the list and on the button. */
export function OptionText({ option: { label, aside, icon } }: { option: PickOption<PickId> }) {
  return (
    <>
      {icon}
      <span data-label>{label}</span> {aside !== undefined && <span data-aside>{aside}</span>}
    </>
  )
}

/** Matches when every typed word occurs in the option. */
export const isCalled = ({ label, aside = '' }: PickOption<PickId>, q: string): boolean => {
  const words = `${label} ${aside}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}
