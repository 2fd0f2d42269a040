/** One filter: what it may be set to, and what it is set to. */
export type FilterField = {
  id: string
  label: string
  options: readonly { value: string; label: string }[]
  selected: readonly string[]
  /** One value at most. */
  isSingle?: boolean
  onChange: (selected: string[]) => void
}

/** 'Staging, Production', in the order of the options; values that no option knows stay as they are. */
export const selectedWords = ({ options, selected }: FilterField): string =>
  selected.map((value) => options.find((option) => option.value === value)?.label ?? value).join(', ')
