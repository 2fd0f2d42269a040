/** The workspace settings that the reader may open (WNAV-20). */
import { z } from 'zod/mini'
import {
  renameWorkspace,
  WorkspaceName,
  setWorkspaceLogo,
  removeWorkspaceLogo,
} from '../../../contract/workspace/workspace.ts'
import { useMay, useSession, useApplication } from '../../application/context.tsx'
import { EditNotes, plainLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { PictureButtons } from '../../shared/picture/picture-buttons.tsx'
import { Logo } from '../../shared/logo.tsx'
import { TEXTS } from '../../../contract/texts.ts'
import { SettingsCards } from '../../shared/settings/settings-cards.tsx'
import { workspaceSettings, WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './overview-page.module.css'

export function OverviewPage() {
  return (
    <WorkspacePage title="Settings">
      <div className={styles.page}>
        <NameAndLogo />
        <SettingsCards
          pages={workspaceSettings(useApplication().pages)}
          groups={['People and access', 'Connections', 'Workspace']}
        />
      </div>
    </WorkspacePage>
  )
}

/** Name and logo of the workspace, for users who manage its plan and features (WNAV-19, WNAV-21). */
function NameAndLogo() {
  const may = useMay()
  const { session, send } = useApplication()
  const { workspace } = useSession()
  if (!may.has('BILLING')) return null
  // Renewing the session loads the changed workspace, in this tab and the others.
  const renew = () => session.send({ type: 'session/renew' })
  return (
    <section className={styles.workspace} aria-label="Name and logo">
      <NameForm key={workspace.name} name={workspace.name} onSaved={renew} />
      <div className={styles.logo}>
        <Logo url={workspace.logoUrl} />
        <PictureButtons
          noun="logo"
          isThere={workspace.logoUrl !== null}
          words={{
            upload: 'Upload logo',
            change: 'Change logo',
            wrongType: TEXTS.logoType,
            saved: TEXTS.logoUpdated,
            removed: TEXTS.logoDeleted,
            askToRemove: 'Remove the logo of this workspace?',
          }}
          without="The mark of Assay is shown instead."
          save={async (image) => {
            await send(setWorkspaceLogo, { body: { image } })
            renew()
          }}
          remove={async () => {
            await send(removeWorkspaceLogo)
            renew()
          }}
        />
      </div>
    </section>
  )
}

const LABELS = plainLabels<{ name: string }>({ name: 'Workspace name' })

function NameForm({ name, onSaved }: { name: string; onSaved: () => void }) {
  const { send } = useApplication()
  const of = useForm({
    name: 'workspace-name',
    initial: { name },
    schema: z.object({ name: WorkspaceName }),
    submit: ({ name }, { base }) => send(renameWorkspace, { body: { name, expected: base } }),
    stored: storedAs(renameWorkspace.answer, ({ name }) => ({ name })),
    onDone: () => {
      toast.success('The workspace was renamed')
      onSaved()
    },
  })
  const { form, field, problem, isPending } = of
  return (
    <form {...form} className={styles.name}>
      <EditNotes of={of} labels={LABELS} />
      <TextField {...field('name')} label="Workspace name" autoComplete="organization" />
      <Button type="submit" isPending={isPending}>
        Rename
      </Button>
      <InlineProblem>{problem}</InlineProblem>
    </form>
  )
}
