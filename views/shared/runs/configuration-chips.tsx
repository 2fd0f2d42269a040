/** Configurations of a run in one line of a table: the first two, and the number of further ones, which its tip lists. */
import type { SelectedConfiguration } from '../../../contract/settings/configurations.ts'
import { Chip } from '../../ui/marks/chip.tsx'

const MAX_INLINE = 2

export function ConfigurationChips({ configurations }: { configurations: readonly SelectedConfiguration[] }) {
  const inline = configurations.slice(0, MAX_INLINE)
  const further = configurations.slice(inline.length)
  return (
    <>
      {inline.map((one) => (
        <Chip key={one.groupId} title={inFull(one)}>
          {one.optionName}
        </Chip>
      ))}
      {further.length > 0 && <Chip title={further.map(inFull).join('\n')}>+{further.length}</Chip>}
    </>
  )
}

const inFull = ({ groupName, optionName }: SelectedConfiguration): string => `${groupName}: ${optionName}`
