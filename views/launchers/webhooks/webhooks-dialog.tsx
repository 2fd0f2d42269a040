/** Webhooks of a preset: URLs for other systems, and their deliveries. */
import { useActorRef, useSelector } from '@xstate/react'
import { ArrowLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import {
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
  type Webhook,
  type WebhookDelivery,
} from '../../../contract/launchers/webhooks.ts'
import { webhooksDialog } from '../../../machines/launchers/webhooks.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { launchHref } from '../../shared/routes.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { copyText } from '../../ui/browser/copy-text.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { readWebhooks } from '../../../services/launchers/webhooks.ts'
import { WebhookFormDialog } from './webhook-form.tsx'
import { webhookTime } from './webhook-time.ts'
import styles from './webhooks.module.css'

type Shown = Webhook & { author: string | null }

export function WebhooksDialog({ presetId, onClose }: { presetId: number; onClose: () => void }) {
  const { key } = useProject()
  const { send } = useApplication()
  const [machine] = useState(() =>
    webhooksDialog<Shown, WebhookDelivery>().provide({
      actors: {
        load: fromPromise<readonly Shown[]>(() => readWebhooks(send, key, presetId)),
        remove: fromPromise<unknown, { webhook: Shown }>(({ input }) =>
          send(deleteWebhook, { params: { projectKey: key, presetId, webhookId: input.webhook.id } }),
        ),
        test: fromPromise<unknown, { webhook: Shown }>(({ input }) =>
          send(testWebhook, { params: { projectKey: key, presetId, webhookId: input.webhook.id }, body: {} }),
        ),
        readCalls: fromPromise<readonly WebhookDelivery[], { webhook: Shown }>(({ input }) =>
          send(listWebhookDeliveries, { params: { projectKey: key, presetId, webhookId: input.webhook.id } }).then(
            ({ items }) => items,
          ),
        ),
      },
    }),
  )
  const actor = useActorRef(machine)
  useEmitted(actor, {
    'webhook/deleted': () => toast.success(LAUNCHER_TEXTS.webhookDeleted),
    'webhook/refused': ({ error }) => toast.error(messageOf(error)),
  })
  const snapshot = useSelector(actor, (state) => state)
  const { webhooks, open, calls, failure } = snapshot.context
  const back = () => actor.send({ type: 'webhooks/back' })

  if (snapshot.matches('adding') || snapshot.matches('editing'))
    return (
      <WebhookFormDialog
        presetId={presetId}
        webhook={open}
        onSaved={() => actor.send({ type: 'webhook/saved' })}
        onClose={back}
      />
    )
  if (open !== null && (snapshot.matches('asking') || snapshot.matches('removing')))
    return (
      <ConfirmDialog
        title={`Delete webhook ${open.name}?`}
        confirmLabel="Delete webhook"
        isPending={snapshot.matches('removing')}
        onConfirm={() => actor.send({ type: 'webhook/confirm' })}
        onClose={back}
      >
        Its address stops starting launches, and its log is deleted.
      </ConfirmDialog>
    )
  if (open !== null && (snapshot.matches('reading') || snapshot.matches('log') || snapshot.matches('testing')))
    return (
      <Dialog
        title={`Calls of ${open.name}`}
        width="medium"
        onClose={onClose}
        footer={
          <>
            <Button icon={<ArrowLeft aria-hidden />} onClick={back}>
              Webhooks
            </Button>
            <Button isPending={!snapshot.matches('log')} onClick={() => actor.send({ type: 'webhooks/retry' })}>
              Refresh
            </Button>
          </>
        }
      >
        {snapshot.matches('log') ? <Calls calls={calls} projectKey={key} /> : <Skeleton width={420} height={48} />}
      </Dialog>
    )
  return (
    <Dialog
      title="Webhooks"
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={<Plus aria-hidden />}
            disabled={!snapshot.matches('listing')}
            onClick={() => actor.send({ type: 'webhook/add' })}
          >
            Create webhook
          </Button>
        </>
      }
    >
      {snapshot.matches('loading') && <Skeleton width={420} height={48} />}
      {snapshot.matches('failed') && (
        <ProblemState title="The webhooks did not load" onRetry={() => actor.send({ type: 'webhooks/retry' })}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {snapshot.matches('listing') && webhooks.length === 0 && (
        <EmptyState title="No webhooks">
          With a webhook, GitHub, GitLab, Bitbucket or any other system starts this preset.
        </EmptyState>
      )}
      {snapshot.matches('listing') && (
        <ul className={styles.list}>
          {webhooks.map((webhook) => (
            <li key={webhook.id}>
              <span className={styles.name}>{webhook.name}</span>
              <span className={styles.buttons}>
                <Button size="sm" variant="quiet" onClick={() => actor.send({ type: 'webhook/test', webhook })}>
                  Test
                </Button>
                <Button size="sm" variant="quiet" onClick={() => actor.send({ type: 'webhook/log', webhook })}>
                  Calls
                </Button>
                <Button size="sm" variant="quiet" onClick={() => actor.send({ type: 'webhook/edit', webhook })}>
                  Edit
                </Button>
                <Button size="sm" variant="quiet" onClick={() => actor.send({ type: 'webhook/delete', webhook })}>
                  Delete
                </Button>
              </span>
              <span className={styles.link}>{webhook.link}</span>
              <span className={styles.note}>
                {webhook.author ?? 'Somebody who left'} · {webhook.hasSecretKey ? 'signed' : 'without a secret'} ·{' '}
                {webhook.lastTriggerTime === null
                  ? 'never triggered'
                  : `last trigger ${webhookTime(webhook.lastTriggerTime)}`}
              </span>
              <Button
                size="sm"
                onClick={() =>
                  void copyText(webhook.link).then((isDone) => isDone && toast.success('Link copied to clipboard'))
                }
              >
                Copy link
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Calls({ calls, projectKey }: { calls: readonly WebhookDelivery[]; projectKey: string }) {
  if (calls.length === 0)
    return <EmptyState title="No calls yet">Press Test to see whether a call would start a launch.</EmptyState>
  return (
    <ul className={styles.list}>
      {calls.map(({ id, at, event, isTest, status, reason, launchId }) => (
        <li key={id}>
          <span>
            {webhookTime(at)} {isTest ? 'Test' : (event ?? 'Call')}
          </span>
          <span>{status}</span>
          <span className={styles.note} data-failed={status >= 300 ? '' : undefined}>
            {reason}
          </span>
          {launchId !== null && <Link href={launchHref(projectKey, launchId)}>Launch</Link>}
        </li>
      ))}
    </ul>
  )
}
