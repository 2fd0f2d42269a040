/** E-mails reports of launches to members of the project (SHARE rows). */
import { useId } from 'react'
import { ShareFields, listRecipients, mailLaunches } from '../../contract/launches/launch-actions.ts'
import type { Launch } from '../../contract/launches/launches.ts'
import { useProject, useResource, useApplication } from '../application/context.tsx'
import { plainLabels } from '../shared/forms/edit-notes.tsx'
import { EditorButtons, EditorDialog } from '../shared/forms/editor-dialog.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { launchTitle } from '../shared/launch-labels.ts'
import { formatCount } from '../ui/text/figures.ts'
import { Avatar } from '../ui/marks/avatar.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { Picker } from '../ui/pickers/picker.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import { mailedText } from './action-text.ts'
import styles from './launch-dialogs.module.css'

interface Share extends Record<string, unknown> {
  recipients: string[]
  message: string
}
const LABELS = plainLabels<Share>({ recipients: 'Recipients', message: 'Message' })

export function MailDialog({ launches, onClose }: { launches: readonly Launch[]; onClose: () => void }) {
  const { send } = useApplication()
  const { key } = useProject()
  const formId = useId()
  const { value: people } = useResource(async () => (await send(listRecipients, { params: { projectKey: key } })).items)
  const ids = launches.map(({ id }) => id)
  const initial: Share = { recipients: [], message: '' }
  const of = useForm({
    name: `mail-launches:${ids.join(',')}`,
    initial,
    schema: ShareFields,
    submit: ({ recipients, message }) =>
      send(mailLaunches, { params: { projectKey: key }, body: { launchIds: ids, recipients, message } }),
    onDone: (answer) => {
      toast.success(mailedText(answer))
      onClose()
    },
  })
  const { form, field, values, isDirty, isPending, problem } = of
  const isReady = isDirty && ShareFields.safeParse(values).success
  const { error } = field('recipients')
  const [only] = launches
  return (
    <EditorDialog
      title="Share launch results"
      of={of}
      labels={LABELS}
      onClose={onClose}
      renderFooter={(cancel) => (
        <EditorButtons action="Send" form={formId} isDisabled={!isReady} isPending={isPending} cancel={cancel} />
      )}
    >
      <form {...form} id={formId} className={styles.share}>
        <p>
          {launches.length === 1 && only !== undefined
            ? launchTitle(only)
            : formatCount(launches.length, 'launch', 'launches')}
        </p>
        <Picker
          className={styles.list}
          label="Recipients"
          searchLabel="Search people of the project"
          isMultiple
          isSearched
          none="Nobody of this project has an e-mail address"
          options={
            people?.map(({ name, email, photoUrl }) => ({
              id: email,
              label: name === '' ? email : name,
              aside: email,
              icon: <Avatar name={name === '' ? email : name} photoUrl={photoUrl} />,
            })) ?? null
          }
          chosen={values.recipients}
          onChange={(recipients) => field('recipients').onValueChange(recipients)}
        />
        <TextArea {...field('message')} label="Message" rows={4} maxLength={501} />
        <InlineProblem>{error ?? problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}
