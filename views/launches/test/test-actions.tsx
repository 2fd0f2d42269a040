/** Actions of a test's page: set its result, previous and next test. */
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { marksFor, type LaunchTest, type Mark } from '../../../contract/launches/launch-tests.ts'
import { testStatusLabels } from '../../shared/launch-labels.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/link.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { ResultIcon } from '../../ui/results/result-icon.tsx'
import { markKind } from '../test-parts/test-row.tsx'
import styles from './opened-test.module.css'

export function MarkMenu({
  test,
  canWrite,
  onMark,
}: {
  test: LaunchTest
  canWrite: boolean
  onMark: (mark: Mark) => void
}) {
  const marks = marksFor([test])
  if (!canWrite || marks.length === 0) return null
  return (
    <Menu label="Mark as" align="end" trigger={<Button icon={<Check aria-hidden />}>Mark as</Button>}>
      {marks.map((mark) => (
        <MenuItem key={mark} icon={<ResultIcon kind={markKind[mark]} />} onSelect={() => onMark(mark)}>
          {testStatusLabels[mark]}
        </MenuItem>
      ))}
    </Menu>
  )
}

type NeighbourProps = { id: number | null; label: string; hrefOf: (id: number) => string; icon: ReactNode }

export const Neighbour = ({ id, label, hrefOf, icon }: NeighbourProps) =>
  id !== null && (
    <ButtonLink href={hrefOf(id)} aria-label={label} data-tip={label} icon={icon} className={styles.neighbour} />
  )
