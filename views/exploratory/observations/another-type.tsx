/** An unsent observation whose type was disabled: choose another type and send it. */
import { useState } from 'react'
import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import type { CommandHints } from '../../../store/projections/exploratory-events.ts'
import { withType } from '../../../store/outbox/exploratory/rescue.ts'
import { useProject } from '../../application/context.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Choice } from '../../shared/unsent/choice.tsx'
import { typeHint, useObservationTypes } from './use-types.ts'
import styles from './timeline.module.css'

interface AnotherTypeProps {
  command: ExploratoryCommand
  send: (command: ExploratoryCommand, hints: CommandHints) => Promise<void>
}

export function AnotherType({ command, send }: AnotherTypeProps) {
  const { key } = useProject()
  const types = useObservationTypes(key).filter(({ enabled }) => enabled)
  const [chosen, setChosen] = useState('')
  const type = types.find(({ id }) => String(id) === chosen)
  const next = type === undefined ? null : withType(command, type.id)
  if (types.length === 0) return null
  return (
    <div className={styles.choices}>
      <Select
        label="Type"
        hideLabel
        options={[
          { value: '', label: 'Choose a type', disabled: true },
          ...types.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={chosen}
        onValueChange={setChosen}
      />
      {type !== undefined && next !== null && <Choice act={() => send(next, { type: typeHint(type) })}>Send</Choice>}
    </div>
  )
}
