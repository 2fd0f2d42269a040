/** Searchable picker of suites with their full paths. */
import { Folder } from 'lucide-react'
import { useMemo } from 'react'
import type { PlacedSuite, Structure } from '../../../machines/cases/repository-layout.ts'
import { Picker, type PickOption } from '../../ui/pickers/picker.tsx'

/** The top level as an option. */
export const TOP = 'top'
type SuiteId = number | typeof TOP
export const suiteIdOf = (id: SuiteId): number | null => (id === TOP ? null : id)

export interface SuitePickerProps {
  label: string
  structure: Structure
  /** Null: the top level, if allowed. */
  value: number | null | undefined
  /** Label of the top level; left out where it is not allowed. */
  top?: string | undefined
  /** Excluded suites, with their sub-suites. */
  without?: number | undefined
  onChoose: (suiteId: number | null) => void
}

const pathOf = ({ ancestors, title }: PlacedSuite): string => [...ancestors.map((one) => one.title), title].join(' / ')

const ICON = <Folder aria-hidden />

export const useSuiteOptions = (
  structure: Structure,
  { top, without }: Pick<SuitePickerProps, 'top' | 'without'>,
): PickOption<SuiteId>[] =>
  useMemo(
    () => [
      ...(top === undefined ? [] : [{ id: TOP, label: top, icon: ICON } as const]),
      ...structure.suites
        .filter((suite) => suite.id !== without && suite.ancestors.every((one) => one.id !== without))
        .map((suite) => ({ id: suite.id, label: pathOf(suite), icon: ICON })),
    ],
    [structure, top, without],
  )

export function SuitePicker({ label, structure, value, top, without, onChoose }: SuitePickerProps) {
  const options = useSuiteOptions(structure, { top, without })
  return (
    <Picker
      label={label}
      searchLabel={label}
      isSearched
      noMatch="No suites match"
      options={options}
      chosen={value === undefined ? [] : [value ?? TOP]}
      onChange={([id]) => {
        if (id !== undefined) onChoose(suiteIdOf(id))
      }}
    />
  )
}
