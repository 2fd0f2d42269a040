/** Sends a report to members of the project. */
import { useId } from 'react'
import { listProjectUsers } from '../../../../contract/exploratory/sessions.ts'
import type { SharedResource } from '../../../../contract/public/public-links.ts'
import { ReportMail } from '../../../../contract/runs/report-mail.ts'
import { useProject, useResource, useApplication } from '../../../application/context.tsx'
import { plainLabels } from '../../forms/edit-notes.tsx'
import { EditorButtons, EditorDialog } from '../../forms/editor-dialog.tsx'
import { useForm } from '../../forms/form.tsx'
import { formatCount } from '../../../ui/text/figures.ts'
import { InlineProblem } from '../../../ui/forms/inline-problem.tsx'
import { Picker } from '../../../ui/pickers/picker.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { toast } from '../../../ui/toasts/toasts.ts'
import styles from './report.module.css'

interface ReportMailDialogProps {
  shared: SharedResource
  mail: (mail: ReportMail) => Promise<{ sent: number; kept: boolean }>
  onClose: () => void
}

interface Values extends Record<string, unknown> {
  userIds: number[]
  message: string
}
const NOBODY: Values = { userIds: [], message: '' }
const LABELS = plainLabels<Values>({ userIds: 'Recipients', message: 'Message' })

export function ReportMailDialog({ shared, mail, onClose }: ReportMailDialogProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const formId = useId()
  const { value: people } = useResource(
    async () => (await send(listProjectUsers, { params: { projectKey: key } })).items,
  )
  const of = useForm({
    name: `mail-report:${shared.resourceType}:${shared.resourceId}`,
    initial: NOBODY,
    schema: ReportMail,
    submit: mail,
    onDone: ({ sent, kept }) => {
      if (kept) toast.success('No mail server is set up: the mails are files in the outbox of the server')
      else toast.success(`Report sent to ${formatCount(sent, 'user', 'people')}`)
      onClose()
    },
  })
  const { form, field, values, isDirty, isPending, problem } = of
  const isReady = isDirty && ReportMail.safeParse(values).success
  return (
    <EditorDialog
      title="E-mail this report"
      of={of}
      labels={LABELS}
      onClose={onClose}
      renderFooter={(cancel) => (
        <EditorButtons action="Send" form={formId} isDisabled={!isReady} isPending={isPending} cancel={cancel} />
      )}
    >
      <form {...form} id={formId} className={styles.mail}>
        <Picker<number>
          className={styles.recipients}
          label="Recipients"
          searchLabel="Search people of the project"
          none="Nobody of this project has an e-mail address"
          options={people?.map(({ id, name, email }) => ({ id, label: name, aside: email })) ?? null}
          chosen={values.userIds}
          isMultiple
          isSearched
          onChange={(userIds) => field('userIds').onValueChange(userIds)}
        />
        <TextArea {...field('message')} label="Message" rows={3} maxLength={2000} />
        <InlineProblem>{field('userIds').error ?? problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}
