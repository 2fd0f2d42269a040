/** An integration: fields, connection check, and switch. */
import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { fieldsWith, type IntegrationKind, isSecret } from '../../../contract/workspace/integration-kinds.ts'
import { INTEGRATION_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import {
  getIntegration,
  type Integration,
  removeIntegration,
  saveIntegration,
} from '../../../contract/workspace/integrations.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useResource } from '../../application/context.tsx'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { paths } from '../../shared/routes.ts'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { CheckedNote, IntegrationStatusTag } from '../integration-status.tsx'
import { CheckButton, CheckOutcome } from './check-outcome.tsx'
import { checkedValues, valuesOf } from './form-values.ts'
import { Guidance, IntegrationForm } from './integration-form.tsx'
import styles from './integration-page.module.css'
import { useIntegrationCheck } from './use-integration-check.ts'
import { useConfirmedAction } from '../../shared/forms/confirmed-action.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

/** Page of one kind of integration. */
export function IntegrationOfKind({ kind }: { kind: IntegrationKind }) {
  const { send } = useApplication()
  const { value, failure, isLoading, retry, refresh, change } = useResource(() =>
    send(getIntegration, { params: { integration: kind.key } }),
  )
  // After a save the form restarts from the saved values.
  const [saves, setSaves] = useState(0)
  const [isAsked, setAsked] = useState(false)
  const check = useIntegrationCheck(kind.key, refresh)
  const isForbidden = failure instanceof ApiError && (failure.status === 403 || failure.status === 404)
  if (value === null && isForbidden) return <BackToList message={messageOf(failure)} />
  const integration = value?.integration
  const changed = (next: Integration) => change({ mayChange: true, integration: next })
  const saved = (next: Integration) => {
    changed(next)
    setSaves((count) => count + 1)
    // A test message that others would see is sent only on request.
    if (kind.checkAction === undefined) check.start(checkedValues(kind, valuesOf(kind, next)))
  }
  return (
    <WorkspacePage
      title={kind.name}
      names={{ [paths.integration]: kind.name }}
      status={integration && <IntegrationStatusTag integration={integration} />}
      actions={
        integration?.isStored === true &&
        value?.mayChange === true && <EnabledSwitch kind={kind} integration={integration} onChanged={changed} />
      }
    >
      <div className={styles.page}>
        <p className={styles.about}>{kind.about}.</p>
        {integration === undefined && failure !== null && (
          <ProblemState title={`${kind.name} did not load`} onRetry={retry} isRetrying={isLoading}>
            {messageOf(failure)}
          </ProblemState>
        )}
        {integration === undefined && failure === null && <Loading kind={kind} />}
        {integration !== undefined && <ServerNote kind={kind} integration={integration} />}
        {integration?.isStored === true && (
          <p className={styles.about}>
            <CheckedNote checked={integration.checked} isMessage={kind.checkAction !== undefined} />
          </p>
        )}
        {integration !== undefined && value?.mayChange === false && <Facts kind={kind} integration={integration} />}
        {integration !== undefined && value?.mayChange === true && kind.fields.length > 0 && (
          <IntegrationForm
            key={saves}
            kind={kind}
            integration={integration}
            check={check}
            onSaved={saved}
            onRemove={() => setAsked(true)}
          />
        )}
        {integration !== undefined && value?.mayChange === true && kind.fields.length === 0 && (
          <div className={styles.form}>
            <Guidance kind={kind} />
            <CheckOutcome check={check} kind={kind} />
            <div className={styles.buttons}>
              <CheckButton check={check} kind={kind} onStart={() => check.start({})} />
            </div>
          </div>
        )}
      </div>
      {isAsked && (
        <RemoveIntegration
          kind={kind}
          onClose={() => setAsked(false)}
          onRemoved={() => {
            setAsked(false)
            check.valuesChanged()
            if (integration) changed({ ...integration, ...NOTHING_STORED })
            setSaves((count) => count + 1)
          }}
        />
      )}
    </WorkspacePage>
  )
}

const NOTHING_STORED = { isStored: false, enabled: false, values: {}, secrets: {}, checked: null }

function EnabledSwitch(props: {
  kind: IntegrationKind
  integration: Integration
  onChanged: (integration: Integration) => void
}) {
  const { kind, integration, onChanged } = props
  const { send } = useApplication()
  const action = useSingleAction({
    perform: (enabled: boolean) =>
      send(saveIntegration, {
        params: { integration: kind.key },
        body: { enabled, expected: { enabled: integration.enabled } },
      }),
    onDone: (enabled, saved) => {
      toast.success(INTEGRATION_TEXTS.switched(kind.name, enabled))
      onChanged(saved)
    },
  })
  return (
    <Switch
      checked={action.item ?? integration.enabled}
      aria-busy={action.isRunning}
      onCheckedChange={(enabled) => action.start(enabled)}
    >
      {integration.enabled ? 'On' : 'Off'}
    </Switch>
  )
}

/** Hint about the server's configuration. */
function ServerNote({ kind, integration: { server, isStored } }: { kind: IntegrationKind; integration: Integration }) {
  if (server === null) return null
  if (kind.fields.length === 0) return <p>{server.about}</p>
  return (
    <p className={styles.guidance}>
      {isStored
        ? `The server is configured for ${server.about}, too. What you see here replaces it.`
        : `The server’s configuration is in use: ${server.about}. What you save here replaces it.`}
    </p>
  )
}

/** For read-only users. */
function Facts({ kind, integration: { isStored, values } }: { kind: IntegrationKind; integration: Integration }) {
  const shown = isStored ? fieldsWith(kind, values).filter((field) => !isSecret(field)) : []
  return (
    <>
      <p className={styles.guidance}>Only people with the permission to change integrations can edit this.</p>
      <dl className={styles.facts}>
        {shown.map(({ key, label, options }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{options?.find(({ value }) => value === values[key])?.label ?? values[key]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Says why there is nothing to show, and links to the list. */
export function BackToList({ message }: { message: string }) {
  useEffect(() => {
    toast.error(message)
  }, [message])
  return <Redirect to={paths.integrations} replace />
}

function Loading({ kind: { fields } }: { kind: IntegrationKind }) {
  return (
    <div className={styles.form} aria-busy>
      {fields.map(({ key }) => (
        <Skeleton key={key} width={360} />
      ))}
    </div>
  )
}

interface RemoveIntegrationProps {
  kind: IntegrationKind
  onClose: () => void
  onRemoved: () => void
}

function RemoveIntegration({ kind: { key, name }, onClose, onRemoved }: RemoveIntegrationProps) {
  const { send } = useApplication()
  const { isPending, failure, confirm } = useConfirmedAction(
    () => send(removeIntegration, { params: { integration: key } }),
    () => {
      toast.success(INTEGRATION_TEXTS.removed(name))
      onRemoved()
    },
  )
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirmLabel="Remove integration"
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Its settings and secrets are deleted. To keep them for later, switch it off instead.</p>
    </ConfirmDialog>
  )
}
