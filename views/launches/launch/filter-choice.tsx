/** A single-choice filter for the dialog of narrow pages. */
import { Select } from '../../ui/forms/select.tsx'

export type FilterChoiceProps<Value extends string> = {
  label: string
  value: Value
  words: Record<Value, string>
  onChange: (value: Value) => void
}

export function FilterChoice<Value extends string>({ label, value, words, onChange }: FilterChoiceProps<Value>) {
  const options = Object.entries<string>(words).map(([one, shown]) => ({ value: one, label: shown }))
  return <Select label={label} value={value} options={options} onValueChange={(next) => onChange(next as Value)} />
}
