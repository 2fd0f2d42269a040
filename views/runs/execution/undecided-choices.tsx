/** Ways to resolve a command of a test run that the server rejected. Nothing is discarded without a decision. */
import { useState } from 'react'
import { runCommands } from '../../../store/outbox/runs/definition.ts'
import { drop, replace, retry } from '../../../store/outbox/outbox-decisions.ts'
import type { UndecidedCommand } from '../../../store/projections/runs.ts'
import { useApplication } from '../../application/context.tsx'
import { useLog } from '../../application/log/log.ts'
import { Choice } from '../../shared/unsent/choice.tsx'
import { CopyTextButton } from '../../shared/unsent/copy-text-button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { runUnsentTexts } from '../unsent-texts.ts'
import type { Statuses } from './statuses.ts'
import styles from './attempts.module.css'

export interface UndecidedChoicesProps {
  undecided: UndecidedCommand
  statuses: Statuses
}

export function UndecidedChoices({ undecided, statuses }: UndecidedChoicesProps) {
  const log = useLog()
  const { unsent } = useApplication()
  const [chosen, setChosen] = useState('')
  const { key, command, hints, refusal, caseIds } = undecided
  const status = statuses.given.find(({ id }) => String(id) === chosen)
  const send = () => void unsent.start()
  const recordAs = async ({ id }: { id: number }) => {
    if (command.type !== 'results/record') return
    // Also replaces the statuses of steps that were rejected.
    const isGiven = (statusId: number) => statuses.given.some((one) => one.id === statusId)
    const { values } = command
    const steps = values.steps.map((step) =>
      step.statusId === null || isGiven(step.statusId) ? step : { ...step, statusId: id },
    )
    const next = { ...command, values: { ...values, steps, statusId: isGiven(values.statusId) ? values.statusId : id } }
    await replace(log, runCommands, {
      key,
      command: next,
      hints: { status: statuses.of(next.values.statusId).name },
    })
    send()
  }
  return (
    <div className={styles.choices}>
      {refusal.reason === 'status-off' && command.type === 'results/record' && (
        <Select
          label="Status"
          hideLabel
          options={[
            { value: '', label: 'Choose a status', disabled: true },
            ...statuses.given.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={chosen}
          onValueChange={setChosen}
        />
      )}
      {status !== undefined && <Choice act={() => recordAs(status)}>Record</Choice>}
      {runCommands.isRepeatable(refusal) && <Choice act={() => retry(log, key).then(send)}>Try again</Choice>}
      <CopyTextButton text={runUnsentTexts.text(command, hints)} />
      <Choice isDanger act={() => drop(log, [key])}>
        {caseIds.length > 1 ? `Discard for ${caseIds.length} cases` : 'Discard'}
      </Choice>
    </div>
  )
}
