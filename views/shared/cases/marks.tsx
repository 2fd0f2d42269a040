/** Marks beside a case's title, for the fields that the project has switched on (TCASE-03). */
import type { CaseRow } from '../../../contract/cases/cases.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { useIsOn } from './vocabulary.tsx'

export const useMarks = ({ draft, deprecated }: Pick<CaseRow, 'draft' | 'deprecated'>): readonly string[] => {
  const isOn = useIsOn()
  return [...(draft && isOn('DRAFT') ? ['Draft'] : []), ...(deprecated && isOn('DEPRECATED') ? ['Deprecated'] : [])]
}

export const Marks = ({ of }: { of: Pick<CaseRow, 'draft' | 'deprecated'> }) =>
  useMarks(of).map((mark) => (
    <Chip key={mark} isQuiet>
      {mark}
    </Chip>
  ))
