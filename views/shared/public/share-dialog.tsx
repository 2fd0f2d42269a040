/** Public links of a shared thing: list with visits, create, revoke. Loaded on demand. */
import { useMachine } from '@xstate/react'
import { Plus } from 'lucide-react'
import {
  listPublicLinks,
  createPublicLink,
  revokePublicLink,
  type PublicLink,
  type SharedResource,
} from '../../../contract/public/public-links.ts'
import { PUBLIC_TEXTS } from '../../../contract/public/texts.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { shareDialog, type CreatedLink } from '../../../machines/workspace/share-dialog.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { exactTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { useConfirmedAction } from '../forms/confirmed-action.ts'
import { useEmitted } from '../use-emitted.ts'
import { NewLink } from './new-link.tsx'
import styles from './share-dialog.module.css'

interface ShareDialogProps {
  shared: SharedResource
  /** Noun of the shared thing: 'launch'. */
  noun: string
  onClose: () => void
}

export function ShareDialog({ shared, noun, onClose }: ShareDialogProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const [snapshot, dispatch, actor] = useMachine(shareDialog)
  const list = useResource(() =>
    send(listPublicLinks, { params: { projectKey: key }, query: shared }).then(({ items }) => items),
  )
  useEmitted(actor, {
    'links/changed': () => list.refresh(),
  })
  const back = () => dispatch({ type: 'dialog/back' })
  const { created, revoked } = snapshot.context
  if (snapshot.matches('creating'))
    return (
      <NewLink
        noun={noun}
        create={(link) => send(createPublicLink, { params: { projectKey: key }, body: { ...shared, ...link } })}
        onCreated={(link) => dispatch({ type: 'link/created', created: link })}
        onClose={back}
      />
    )
  if (created !== null) return <Created {...created} onClose={back} />
  if (revoked !== null)
    return (
      <Revoke
        link={revoked}
        revoke={() => send(revokePublicLink, { params: { projectKey: key, publicLinkId: revoked.id } })}
        onDone={() => dispatch({ type: 'link/revoked' })}
        onClose={back}
      />
    )
  return (
    <Dialog
      title={`Share this ${noun} publicly`}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => dispatch({ type: 'link/new' })}>
            New link
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p>{`Whoever has a link and its passcode can read this ${noun} without an account, and nothing else of the project.`}</p>
        {list.failure !== null ? (
          <ProblemState title="The links did not load" onRetry={list.retry}>
            {messageOf(list.failure)}
          </ProblemState>
        ) : list.value === null ? (
          <Skeleton width={320} />
        ) : list.value.length === 0 ? (
          <EmptyState title="No public links" />
        ) : (
          <ul className={styles.links} aria-label="Public links">
            {list.value.map((link) => (
              <li key={link.id}>
                <Row link={link} onRevoke={() => dispatch({ type: 'link/revoke', link })} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function Row({ link, onRevoke }: { link: PublicLink; onRevoke: () => void }) {
  const { url, createdBy, createdAt, visits, lastVisitAt } = link
  return (
    <>
      <div className={styles.words}>
        <code>{url}</code>
        <small>
          Created {createdBy === null ? '' : `by ${createdBy.username} `}
          {exactTime(Date.parse(createdAt))} · {expiryText(link)}
        </small>
        <small>
          {visits === 1 ? '1 visit' : `${inFigures(visits)} visits`}
          {lastVisitAt !== null && `, the last ${exactTime(Date.parse(lastVisitAt))}`}
        </small>
      </div>
      <CopyButton isIcon label="Copy link" value={url} onCopied={() => toast.success(TEXTS.linkCopied)} />
      <Button variant="danger" size="sm" onClick={onRevoke}>
        Revoke
      </Button>
    </>
  )
}

const expiryText = ({ expiresAt }: PublicLink): string => {
  if (expiresAt === null) return 'never expires'
  const at = Date.parse(expiresAt)
  return `${at <= Date.now() ? 'expired' : 'expires'} ${exactTime(at)}`
}

function Created({ link, passcode, onClose }: CreatedLink & { onClose: () => void }) {
  const fields = [
    ['Link', link.url],
    ['Passcode', passcode],
  ] as const
  return (
    <Dialog
      title="Link created"
      width="medium"
      onClose={onClose}
      // An outside press must not close it: the passcode cannot be shown again.
      closesOnScrim={false}
      footer={
        <>
          <CopyButton
            variant="secondary"
            size="md"
            label="Copy both"
            value={`${link.url}\nPasscode: ${passcode}`}
            onCopied={() => toast.success(TEXTS.valueCopied('Link with passcode'))}
          />
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p>Copy the passcode now. It will not be shown again.</p>
        {fields.map(([label, value]) => (
          <div key={label} className={styles.field}>
            <TextField label={label} value={value} readOnly onFocus={({ target }) => target.select()} />
            <CopyButton
              variant="secondary"
              size="md"
              value={value}
              onCopied={() => toast.success(TEXTS.valueCopied(label))}
            />
          </div>
        ))}
      </div>
    </Dialog>
  )
}

interface RevokeProps {
  link: PublicLink
  revoke: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

function Revoke({ link, revoke, onDone, onClose }: RevokeProps) {
  const { isPending, failure, confirm } = useConfirmedAction(revoke, () => {
    toast.success(PUBLIC_TEXTS.linkRevoked)
    onDone()
  })
  return (
    <ConfirmDialog
      title="Revoke this link?"
      confirmLabel="Revoke link"
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className={styles.revoked}>
        <code>{link.url}</code>
      </p>
      Whoever has it open sees nothing more from now on. This cannot be undone.
    </ConfirmDialog>
  )
}
