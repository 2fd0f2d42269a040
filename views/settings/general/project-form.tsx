import { useEffect, useState } from 'react'
import { Project } from '../../../contract/projects/projects.ts'
import { updateProject } from '../../../contract/settings/general.ts'
import { listMembers } from '../../../contract/settings/members.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useProject, useProjectChanged, useApplication } from '../../application/context.tsx'
import { EditNotes, type PartLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { PeopleField, type PickedUser } from '../members/people-field.tsx'
import styles from './general.module.css'

/** `onOver`: saved, discarded, or changed by another user before anything was typed: restart the form. */
export function ProjectForm({ onOver }: { onOver: () => void }) {
  const { send } = useApplication()
  const project = useProject()
  const { key } = project
  const changed = useProjectChanged()
  const [initial] = useState(() => valuesOf(project))
  const of = useForm({
    name: `general:${key}`,
    initial,
    schema: updateProject.body,
    submit: (_, { changes, expected }) =>
      send(updateProject, { params: { projectKey: key }, body: { ...bodyOf(changes), expected: bodyOf(expected) } }),
    stored: storedAs(Project, valuesOf),
    partOf: (name) => (name === 'leadId' ? 'leads' : name),
    onDone: (saved) => {
      changed(saved)
      toast.success(TEXTS.projectUpdated)
      onOver()
    },
  })
  const { form, field, values, change, giveUp, problem, isDirty, isPending } = of
  const isOld = !isDirty && !isPending && !isSame(initial, valuesOf(project))
  useEffect(() => {
    if (isOld) onOver()
  }, [isOld, onOver])
  return (
    <form {...form} className={styles.form}>
      <EditNotes of={of} labels={LABELS} hasDiscard={false} />
      <TextField {...field('name')} label="Name" autoComplete="off" />
      <TextField
        label="Key"
        value={key}
        readOnly
        description="Used in URLs and agent settings. It cannot be changed."
      />
      <PeopleField
        label="Lead"
        placeholder="Nobody"
        isSingle
        value={values.leads}
        error={field('leads').error}
        onValueChange={(leads) => change({ leads })}
        search={async (q, signal) =>
          (await send(listMembers, { params: { projectKey: key }, query: { q, pageSize: 20 }, signal })).items.filter(
            ({ isServiceAccount }) => isServiceAccount !== true,
          )
        }
      />
      <InlineProblem>{problem}</InlineProblem>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" isPending={isPending}>
          Save
        </Button>
        {isDirty && (
          <Button
            onClick={() => {
              void giveUp().then(onOver)
            }}
          >
            Discard
          </Button>
        )}
      </div>
    </form>
  )
}

// A type, because an interface has no index signature.
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
type Values = { name: string; leads: readonly PickedUser[] }

const bodyOf = ({ name, leads }: Partial<Values>) => ({
  ...(name === undefined ? {} : { name }),
  ...(leads === undefined ? {} : { leadId: leads[0]?.userId ?? null }),
})

const LABELS: PartLabels<Values> = {
  name: (part) => (part === 'leads' ? 'Lead' : 'Name'),
  value: (part, { name, leads }) => (part === 'leads' ? (leads[0]?.displayName ?? 'Nobody') : name),
}

const valuesOf = ({ name, lead }: Project): Values => ({
  name,
  leads:
    lead === null
      ? []
      : [{ userId: lead.id, displayName: lead.displayName, username: lead.username, photoUrl: lead.photoUrl }],
})

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
